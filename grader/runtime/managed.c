// Advice about managed memory. Where its pages lie changes only the speed of a GPU: here they are on both
// sides at all times, so advice is checked and otherwise ignored.
#include <string.h>

#include "grader/runtime/runtime.h"

#if CUDART_VERSION >= 13000
typedef struct cudaMemLocation Location;
#else
typedef int Location; // a device
#endif

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          Location location) {
    (void)location;
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return record_error(cudaErrorInvalidValue);
    return check_managed(pointer, bytes);
}

#if CUDART_VERSION >= 13000
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, Location location, unsigned flags,
                                 cudaStream_t stream) {
    (void)location, (void)stream;
    if (flags) return record_error(cudaErrorInvalidValue);
#else
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, Location location, cudaStream_t stream) {
    (void)location, (void)stream;
#endif
    return check_managed(pointer, bytes);
}
ALSO_NAMED(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz)

#if CUDART_VERSION >= 12020 && CUDART_VERSION < 13000
cudaError_t cudaMemAdvise_v2(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location) {
    (void)location;
    return cudaMemAdvise(pointer, bytes, advice, 0);
}

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t bytes, struct cudaMemLocation location,
                                    unsigned flags, cudaStream_t stream) {
    (void)location, (void)flags;
    return cudaMemPrefetchAsync(pointer, bytes, 0, stream);
}
ALSO_NAMED(cudaMemPrefetchAsync_v2, cudaMemPrefetchAsync_v2_ptsz)
#endif

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags) {
    (void)stream, (void)bytes, (void)flags;
    return check_managed(pointer, 1);
}
ALSO_NAMED(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz)

// Nothing was advised, nothing was prefetched: what a program that has done neither is told.
cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                                     const void *pointer, size_t bytes) {
    cudaError_t error = check_managed(pointer, bytes);
    if (error != cudaSuccess) return error;
    if (!data || size < sizeof(int)) return record_error(cudaErrorInvalidValue);
    const int value = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    for (size_t i = 0; i + sizeof value <= size; i += sizeof value)
        memcpy((char *)data + i, &value, sizeof value);
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes,
                                      size_t count, const void *pointer, size_t bytes) {
    if (!data || !sizes || !attributes) return record_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        cudaError_t error = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], pointer, bytes);
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

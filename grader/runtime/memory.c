// Device memory.
#include "grader/runtime/runtime.h"

static cudaError_t no_place_for_result(const char *who) {
    return report_null_pointer(
        "%s was given a null pointer where its result goes. Pass the address of a pointer variable.", who);
}

static cudaError_t allocate(const char *who, void **pointer, size_t bytes, cudaStream_t stream, bool waits) {
    Request request = {.call = CALL_MALLOC, .arg = {bytes}, .stream = handle_of(stream), .waits = waits};
    if (!pointer) return no_place_for_result(who);
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *pointer = (void *)(uintptr_t)request.reply.value[0];
    return error;
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return allocate("cudaMalloc", pointer, bytes, NULL, true);
}

cudaError_t cudaFree(void *pointer) {
    cudaError_t error;
    if (free_managed(pointer, &error)) return error;
    Request request = {.call = CALL_FREE, .arg = {handle_of(pointer)}, .waits = true};
    return ask_device_blocking(&request);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
    return allocate("cudaMallocAsync", pointer, bytes, stream, false);
}
ALSO_NAMED(cudaMallocAsync, cudaMallocAsync_ptsz)

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    Request request = {.call = CALL_FREE, .arg = {handle_of(pointer)}, .stream = handle_of(stream)};
    return ask_device(&request);
}
ALSO_NAMED(cudaFreeAsync, cudaFreeAsync_ptsz)

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t rows) {
    Request request = {.call = CALL_MALLOC_PITCH, .arg = {width, rows}, .waits = true};
    if (!pointer || !pitch) return no_place_for_result("cudaMallocPitch");
    cudaError_t error = ask_device(&request);
    if (error != cudaSuccess) return error;
    *pointer = (void *)(uintptr_t)request.reply.value[0];
    *pitch = request.reply.value[1];
    return cudaSuccess;
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
    size_t rows;
    if (!pointer || __builtin_mul_overflow(extent.height, extent.depth, &rows))
        return record_error(cudaErrorInvalidValue);
    cudaError_t error = cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
    if (error != cudaSuccess) return error;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    Request request = {.call = CALL_MEM_INFO};
    cudaError_t error = ask_device(&request);
    if (error != cudaSuccess) return error;
    if (free_bytes) *free_bytes = request.reply.value[0];
    if (total_bytes) *total_bytes = request.reply.value[1];
    return cudaSuccess;
}

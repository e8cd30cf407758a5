// CUDA arrays. What stands for one here is a handle of `device`'s.
#include "grader/runtime/runtime.h"

static cudaError_t create(const struct cudaChannelFormatDesc *format, struct cudaExtent size, unsigned levels,
                          unsigned flags, uint64_t *handle) {
    if (!format) return record_error(cudaErrorInvalidValue);
    const ArrayDescription array = {
        .width = size.width,
        .height = size.height,
        .depth = size.depth,
        .levels = levels,
        .flags = flags,
        .bits = {(unsigned)format->x, (unsigned)format->y, (unsigned)format->z, (unsigned)format->w},
        .kind = (unsigned)format->f,
    };
    Request request = {.call = CALL_ARRAY_CREATE, .payload = host_bytes(&array, sizeof array)};
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *handle = request.reply.value[0];
    return error;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent size, unsigned flags) {
    uint64_t handle;
    if (!array) return record_error(cudaErrorInvalidValue);
    cudaError_t error = create(format, size, 0, flags, &handle);
    if (error == cudaSuccess) *array = (cudaArray_t)(uintptr_t)handle;
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
                            size_t height, unsigned flags) {
    return cudaMalloc3DArray(array, format, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent size, unsigned levels, unsigned flags) {
    uint64_t handle;
    if (!array || levels == 0) return record_error(cudaErrorInvalidValue);
    cudaError_t error = create(format, size, levels, flags, &handle);
    if (error == cudaSuccess) *array = (cudaMipmappedArray_t)(uintptr_t)handle;
    return error;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t of, unsigned level) {
    Request request = {.call = CALL_ARRAY_LEVEL, .arg = {handle_of(of), level}};
    if (!array) return record_error(cudaErrorInvalidValue);
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *array = (cudaArray_t)(uintptr_t)request.reply.value[0];
    return error;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    Request request = {.call = CALL_ARRAY_FREE, .arg = {handle_of(array)}};
    return ask_device_blocking(&request);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
    Request request = {.call = CALL_ARRAY_FREE, .arg = {handle_of(array), 1}};
    return ask_device_blocking(&request);
}

cudaError_t array_describe(cudaArray_const_t array, ArrayDescription *description) {
    Request request = {.call = CALL_ARRAY_INFO,
                       .arg = {handle_of(array)},
                       .answer = host_bytes(description, sizeof *description)};
    return ask_device(&request);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *size, unsigned *flags,
                             cudaArray_t array) {
    ArrayDescription a = {0};
    cudaError_t error = array_describe(array, &a);
    if (error != cudaSuccess) return error;
    if (format)
        *format = cudaCreateChannelDesc((int)a.bits[0], (int)a.bits[1], (int)a.bits[2], (int)a.bits[3],
                                        (enum cudaChannelFormatKind)a.kind);
    if (size) *size = (struct cudaExtent){a.width, a.height, a.depth};
    if (flags) *flags = a.flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array) {
    return cudaArrayGetInfo(format, NULL, NULL, (cudaArray_t)array);
}

cudaError_t array_place(cudaArray_const_t array, const ArrayBox *box, ArrayPlace *place) {
    Request request = {
        .call = CALL_ARRAY_PLACE,
        .arg = {handle_of(array), box->x, box->y, box->z, box->width, box->rows, box->slices, box->runs_on}};
    cudaError_t error = ask_device(&request);
    if (error != cudaSuccess) return error;
    *place = (ArrayPlace){(char *)(uintptr_t)request.reply.value[0], request.reply.value[1],
                          request.reply.value[2]};
    return cudaSuccess;
}

// What a program may ask and set about a kernel, and its occupancy.
#include "grader/runtime/runtime.h"

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function) {
    FunctionDescription description = {0};
    Kernel *kernel;
    if (!attributes) return record_error(cudaErrorInvalidValue);
    cudaError_t error = find_kernel(function, &kernel);
    if (error != cudaSuccess) return error;
    Request request = {.call = CALL_FUNCTION_INFO,
                       .arg = {kernel->handle},
                       .answer = host_bytes(&description, sizeof description)};
    error = ask_device(&request);
    if (error != cudaSuccess) return error;
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = description.shared_bytes,
        .constSizeBytes = description.const_bytes,
        .localSizeBytes = description.local_bytes,
        .maxThreadsPerBlock = (int)description.threads_max,
        .numRegs = (int)description.registers,
        .ptxVersion = (int)description.ptx_version,
        .binaryVersion = (int)description.binary_version,
        .maxDynamicSharedSizeBytes = (int)description.dynamic_shared_max,
        .preferredShmemCarveout = cudaSharedmemCarveoutDefault,
    };
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value) {
    Kernel *kernel;
    cudaError_t error = find_kernel(function, &kernel);
    if (error != cudaSuccess) return error;
    Request request = {.call = CALL_FUNCTION_SET,
                       .arg = {kernel->handle, attribute, (uint64_t)(int64_t)value}};
    return ask_device(&request);
}

// A preference, which CUDA too may ignore.
cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config) {
    Kernel *kernel;
    (void)config;
    return find_kernel(function, &kernel);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config) {
    Kernel *kernel;
    (void)config;
    return find_kernel(function, &kernel);
}

cudaError_t cudaFuncGetName(const char **name, const void *function) {
    Kernel *kernel;
    if (!name) return record_error(cudaErrorInvalidValue);
    cudaError_t error = find_kernel(function, &kernel);
    if (error == cudaSuccess) *name = kernel->name;
    return error;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function,
                                                                   int threads, size_t shared_bytes,
                                                                   unsigned flags) {
    Kernel *kernel;
    if (!blocks || threads <= 0 || flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
        return record_error(cudaErrorInvalidValue);
    cudaError_t error = find_kernel(function, &kernel);
    if (error != cudaSuccess) return error;
    Request request = {.call = CALL_OCCUPANCY, .arg = {kernel->handle, (uint64_t)threads, shared_bytes}};
    error = ask_device(&request);
    if (error == cudaSuccess) *blocks = (int)request.reply.value[0];
    return error;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                          size_t shared_bytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared_bytes,
                                                                  cudaOccupancyDefault);
}

// The most dynamic shared memory with which so many blocks fit an SM: what the hardware divides, less what
// each block takes itself.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks,
                                                      int threads) {
    struct cudaFuncAttributes attributes;
    int possible = 0, per_sm = 0, reserved = 0, most = 0;
    if (!bytes || blocks <= 0) return record_error(cudaErrorInvalidValue);
    cudaError_t error = cudaFuncGetAttributes(&attributes, function);
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&possible, function, threads, 0);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&per_sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (error != cudaSuccess) return error;
    if (blocks > possible) return record_error(cudaErrorInvalidValue);
    const int share = per_sm / blocks - reserved, whole = (share < most ? share : most) / 128 * 128;
    const int own = (int)attributes.sharedSizeBytes;
    *bytes = whole > own ? (size_t)(whole - own) : 0;
    return cudaSuccess;
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size) {
    Kernel *kernel;
    cudaError_t error = find_kernel(function, &kernel);
    if (error != cudaSuccess) return error;
    if (!offset || index >= kernel->layout->count) return record_error(cudaErrorInvalidValue);
    *offset = kernel->layout->param[index].offset;
    if (size) *size = kernel->layout->param[index].size;
    return cudaSuccess;
}

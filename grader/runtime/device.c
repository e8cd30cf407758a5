// The device as a whole: how many, which, waiting, resetting, limits, versions.
#include "grader/runtime/runtime.h"

static _Thread_local int device_in_use; // each thread has its own current device, as in CUDA
static _Thread_local unsigned device_flags;

cudaError_t cudaGetDeviceCount(int *count) {
    Request request = {.call = CALL_DEVICE_COUNT};
    if (!count) return record_error(cudaErrorInvalidValue);
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *count = (int)request.reply.value[0];
    return error;
}

cudaError_t cudaSetDevice(int device) {
    Request request = {.call = CALL_SET_DEVICE, .arg = {(uint64_t)(int64_t)device}};
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) device_in_use = device;
    return error;
}

int current_device(void) {
    return device_in_use;
}

cudaError_t cudaGetDevice(int *device) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!device) return record_error(cudaErrorInvalidValue);
    *device = device_in_use;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    Request request = {.call = CALL_ATTRIBUTE, .arg = {attribute, (uint64_t)(int64_t)device}};
    if (!value) return record_error(cudaErrorInvalidValue);
    cudaError_t error = ask_device(&request);
    if (error == cudaSuccess) *value = (int)request.reply.value[0];
    return error;
}

cudaError_t cudaDeviceSynchronize(void) {
    Request request = {.call = CALL_SYNCHRONIZE, .waits = true};
    if (capture_spoilt_by_device()) return record_error(cudaErrorStreamCaptureUnsupported);
    return ask_device(&request);
}

// What kernels have printed comes out first, as it does there.
cudaError_t cudaDeviceReset(void) {
    Request request = {.call = CALL_RESET}, printed = {.call = CALL_SYNCHRONIZE, .waits = true};
    if (connection_runs_program()) exchange(&printed);
    cudaError_t error = exchange(&request);
    if (error != cudaSuccess) return record_error(error);
    forget_errors();
    forget_regions();
    forget_resolved();
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (flags & ~(unsigned)cudaDeviceMask) return record_error(cudaErrorInvalidValue);
    device_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!flags) return record_error(cudaErrorInvalidValue);
    *flags = device_flags;
    return cudaSuccess;
}

// Limits that programs set and read back; CUDA's values before anybody sets them.
static size_t limits[] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitMallocHeapSize] = 8 << 20,
    [cudaLimitDevRuntimeSyncDepth] = 2,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 128,
    [cudaLimitPersistingL2CacheSize] = 0,
};

static cudaError_t check_limit(enum cudaLimit limit) {
    if (!connection_is_possible()) return cudaErrorInsufficientDriver;
    return (size_t)limit < sizeof limits / sizeof *limits ? cudaSuccess : cudaErrorUnsupportedLimit;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    cudaError_t error = check_limit(limit);
    if (error != cudaSuccess) return record_error(error);
    limits[limit] = value;
    Request request = {.call = limit == cudaLimitMallocHeapSize ? CALL_SET_HEAP : CALL_SET_PENDING,
                       .arg = {value}};
    const bool counts = limit == cudaLimitMallocHeapSize || limit == cudaLimitDevRuntimePendingLaunchCount;
    return counts ? ask_device(&request) : cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    cudaError_t error = value ? check_limit(limit) : cudaErrorInvalidValue;
    if (error == cudaSuccess) *value = limits[limit];
    return record_error(error);
}

// How shared memory and L1 are divided is a wish that CUDA too may ignore.
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    (void)config;
    return record_error(connection_is_possible() ? cudaSuccess : cudaErrorInsufficientDriver);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!config) return record_error(cudaErrorInvalidValue);
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    (void)config;
    return record_error(connection_is_possible() ? cudaSuccess : cudaErrorInsufficientDriver);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    if (!connection_is_possible()) return record_error(cudaErrorInsufficientDriver);
    if (!config) return record_error(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte; // the only one since compute capability 5.0
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    if (!version) return record_error(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

// Without a driver CUDA answers 0 and calls it success.
cudaError_t cudaDriverGetVersion(int *version) {
    DeviceDescription description = {0};
    Request request = {.call = CALL_PROPERTIES, .answer = host_bytes(&description, sizeof description)};
    if (!version) return record_error(cudaErrorInvalidValue);
    *version = exchange(&request) == cudaSuccess ? (int)description.driver_version : 0;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void) {
    return record_error(connection_is_possible() ? cudaSuccess : cudaErrorInsufficientDriver);
}

cudaError_t cudaProfilerStop(void) {
    return cudaProfilerStart();
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind) {
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

#if CUDART_VERSION < 13000 // names from before CUDA 4 and for GPUs without double, dropped by CUDA 13
cudaError_t cudaSetDoubleForDevice(double *value) {
    (void)value;
    return cudaSuccess;
}

cudaError_t cudaSetDoubleForHost(double *value) {
    (void)value;
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void) {
    return cudaDeviceSynchronize();
}

cudaError_t cudaThreadExit(void) {
    return cudaDeviceReset();
}
#endif

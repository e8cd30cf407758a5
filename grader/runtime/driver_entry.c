// Functions of the driver that a program asks the runtime for by name: cuLaunchKernel is carried out as cudaLaunchKernel is,
// any other is reported as not simulated.
#include <stdio.h>
#include <string.h>

#include "grader/runtime/runtime.h"

// The driver's names of what the runtime says of a launch.
static int of_driver(cudaError_t error) {
    enum { INVALID_VALUE = 1, INVALID_HANDLE = 400 };
    if (error == cudaErrorInvalidConfiguration) return INVALID_VALUE;
    return error == cudaErrorInvalidDeviceFunction ? INVALID_HANDLE : (int)error;
}

// `kernel`: what cudaGetFuncBySymbol has given. `packed`: arguments in one buffer, NULL: they are `args`.
static int launch_kernel(void *kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                         unsigned block_y, unsigned block_z, unsigned shared_bytes, cudaStream_t stream,
                         void **args, void **packed) {
    if (packed) return of_driver(report_unsupported("cuLaunchKernel with packed arguments"));
    return of_driver(cudaLaunchKernel(kernel, (dim3){grid_x, grid_y, grid_z},
                                      (dim3){block_x, block_y, block_z}, args, shared_bytes, stream));
}

static cudaError_t find_entry(const char *symbol, void **function,
                              enum cudaDriverEntryPointQueryResult *result) {
    if (!symbol || !function) return record_error(cudaErrorInvalidValue);
    *function = NULL;
    if (strcmp(symbol, "cuLaunchKernel") != 0) {
        char name[100];
        snprintf(name, sizeof name, "%s, asked for by its name", symbol);
        if (result) *result = cudaDriverEntryPointSymbolNotFound;
        return report_unsupported(name);
    }
    int (*const entry)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       cudaStream_t, void **, void **) = launch_kernel;
    memcpy(function, &entry, sizeof entry);
    if (result) *result = cudaDriverEntryPointSuccess;
    return cudaSuccess;
}

EXPORT cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                           enum cudaDriverEntryPointQueryResult *result) {
    (void)flags;
    return find_entry(symbol, function, result);
}

// By hand: toolkits call the name above deprecated, and typeof would use it.
EXPORT cudaError_t cudaGetDriverEntryPoint_ptsz(const char *, void **, unsigned long long,
                                                enum cudaDriverEntryPointQueryResult *)
    __attribute__((alias("cudaGetDriverEntryPoint")));

// CUDA 12.4 does not declare it.
EXPORT cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version,
                                                    unsigned long long flags,
                                                    enum cudaDriverEntryPointQueryResult *result) {
    (void)version, (void)flags;
    return find_entry(symbol, function, result);
}
ALSO_NAMED(cudaGetDriverEntryPointByVersion, cudaGetDriverEntryPointByVersion_ptsz)

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol) {
    Kernel *kernel;
    if (!function) return record_error(cudaErrorInvalidValue);
    const cudaError_t error = find_kernel(symbol, &kernel);
    if (error == cudaSuccess) *function = (cudaFunction_t)kernel;
    return error;
}

// Kernel launches: <<<...>>> as nvcc generates it for CUDA 12 and 13, and the launch functions.
#include <string.h>

#include "grader/runtime/runtime.h"

enum { PARAMETER_BYTES_MAX = 32 * 1024, CONFIGURATIONS_MAX = 16 };

typedef struct {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    bool cooperative;
    bool early;                       // it may start before the kernel in front of it has ended
    uint64_t cluster;                 // blocks along x, y, z, 8 bits each; 0: as the kernel has it
    uint64_t caller[MESSAGE_CALLERS]; // of <<<...>>>: the stub that launches has only the kernel's own line
} Configuration;

// <<<...>>> pushes, then the generated stub pops; a launch inside another one's arguments nests.
static _Thread_local Configuration pushed[CONFIGURATIONS_MAX];
static _Thread_local int pushed_count;
static _Thread_local Configuration popped; // what the stub that runs now launches with
static _Thread_local bool has_popped;

EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
    if (pushed_count == CONFIGURATIONS_MAX) return record_error(cudaErrorLaunchMaxDepthExceeded);
    Configuration *c = &pushed[pushed_count++];
    *c = (Configuration){grid, block, shared_bytes, stream, .cluster = 0};
    collect_callers(c->caller);
    return cudaSuccess;
}

EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream) {
    if (pushed_count == 0) return record_error(cudaErrorMissingConfiguration);
    const Configuration *top = &pushed[--pushed_count];
    *grid = top->grid;
    *block = top->block;
    *shared_bytes = top->shared_bytes;
    *(cudaStream_t *)stream = top->stream;
    popped = *top;
    has_popped = true;
    return cudaSuccess;
}

static uint64_t pair(unsigned low, unsigned high) {
    return low | (uint64_t)high << 32;
}

static cudaError_t launch(const void *function, const Configuration *c, void **args) {
    char parameters[PARAMETER_BYTES_MAX];
    Kernel *kernel;
    cudaError_t error = find_kernel(function, &kernel);
    if (error != cudaSuccess) return error;
    const KernelLayout *layout = kernel->layout;
    if (layout->block_size > sizeof parameters || (layout->count > 0 && !args))
        return record_error(cudaErrorInvalidValue);
    memset(parameters, 0, layout->block_size);
    for (uint32_t i = 0; i < layout->count; i++)
        memcpy(parameters + layout->param[i].offset, args[i], layout->param[i].size);

    Request request = {.call = CALL_LAUNCH,
                       .arg = {kernel->handle, pair(c->grid.x, c->grid.y), pair(c->grid.z, c->block.x),
                               pair(c->block.y, c->block.z), c->shared_bytes, 0,
                               c->cooperative | c->cluster << 16},
                       .payload = host_bytes(parameters, layout->block_size),
                       .function = kernel->host_function,
                       .caller = has_popped ? popped.caller : NULL};
    request.arg[5] = has_popped;
    error = submit(&request, c->stream, false);
    if (has_popped) note_unseen(error);
    has_popped = false;
    return error;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared_bytes,
                             cudaStream_t stream) {
    return launch(function, &(Configuration){grid, block, shared_bytes, stream, .cluster = 0}, args);
}
ALSO_NAMED(cudaLaunchKernel, cudaLaunchKernel_ptsz)

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args,
                                        size_t shared_bytes, cudaStream_t stream) {
    return launch(function, &(Configuration){grid, block, shared_bytes, stream, .cooperative = true}, args);
}
ALSO_NAMED(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz)

// CUDA 13's stubs fetch a handle (a cudaKernel_t, which the oldest CUDA 12 does not name) once and launch by
// it.
EXPORT cudaError_t __cudaGetKernel(struct CUkern_st **handle, const void *function) {
    Kernel *kernel;
    cudaError_t error = find_kernel(function, &kernel);
    if (error == cudaSuccess) *handle = (struct CUkern_st *)kernel;
    return error;
}

EXPORT cudaError_t __cudaLaunchKernel(struct CUkern_st *kernel, dim3 grid, dim3 block, void **args,
                                      size_t shared_bytes, cudaStream_t stream) {
    return launch(kernel, &(Configuration){grid, block, shared_bytes, stream, .cluster = 0}, args);
}
ALSO_NAMED(__cudaLaunchKernel, __cudaLaunchKernel_ptsz)

cudaError_t cudaGetKernel(struct CUkern_st **handle, const void *function) {
    return handle ? __cudaGetKernel(handle, function) : record_error(cudaErrorInvalidValue);
}

// The attributes that change what a launch computes are honoured; the others only tune it.
static cudaError_t read_attributes(const cudaLaunchConfig_t *config, Configuration *c) {
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == cudaLaunchAttributeCooperative) c->cooperative = attribute->val.cooperative != 0;
        if (attribute->id == cudaLaunchAttributeProgrammaticStreamSerialization)
            c->early |= attribute->val.programmaticStreamSerializationAllowed != 0;
        if (attribute->id == cudaLaunchAttributeProgrammaticEvent) c->early = true;
        if (attribute->id != cudaLaunchAttributeClusterDimension) continue;
        const unsigned x = attribute->val.clusterDim.x, y = attribute->val.clusterDim.y,
                       z = attribute->val.clusterDim.z;
        if (!x || !y || !z || x > 16 || y > 16 || z > 16) return cudaErrorInvalidClusterSize;
        c->cluster = x | y << 8 | z << 16;
    }
    return cudaSuccess;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **args) {
    if (!config) return record_error(cudaErrorInvalidConfiguration);
    Configuration c = {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream,
                       .cluster = 0};
    cudaError_t error = read_attributes(config, &c);
    if (error != cudaSuccess)
        return report_misuse(error, "cudaLaunchKernelEx: a cluster has 1 to 16 blocks.");
    if (c.cooperative && c.cluster > 0x10101)
        return report_unsupported("cooperative launches with thread block clusters");
    // Kernels run one after the other: a missing cudaGridDependencySynchronize() would not be seen.
    if (c.early && !connection_shares_memory())
        return report_unsupported("programmatic dependent launches, in a lab");
    return launch(function, &c, args);
}
ALSO_NAMED(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz)

static cudaError_t ask_clusters(int *result, int which, const void *function,
                                const cudaLaunchConfig_t *config) {
    Configuration c = {.caller = {0}};
    Kernel *kernel;
    if (!result || !config) return record_error(cudaErrorInvalidValue);
    cudaError_t error = find_kernel(function, &kernel);
    if (error == cudaSuccess) error = read_attributes(config, &c);
    if (error != cudaSuccess) return record_error(error);
    const dim3 grid = config->gridDim, block = config->blockDim;
    Request request = {.call = CALL_CLUSTERS,
                       .arg = {kernel->handle, pair(grid.x, grid.y), grid.z,
                               (uint64_t)block.x * block.y * block.z, config->dynamicSmemBytes, c.cluster}};
    error = ask_device(&request);
    if (error == cudaSuccess) *result = (int)request.reply.value[which];
    return error;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config) {
    return ask_clusters(clusters, 0, function, config);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                                 const cudaLaunchConfig_t *config) {
    if (!config) return record_error(cudaErrorInvalidValue);
    cudaLaunchConfig_t any = *config;
    any.numAttrs = 0; // of whatever size: the question is which
    return ask_clusters(size, 1, function, &any);
}

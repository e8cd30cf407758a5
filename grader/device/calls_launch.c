// The student's requests about kernels: registration, launches, attributes, occupancy.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"
#include "grader/simulator/cluster.h"

enum {
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_CONFIGURATION = 9,
    INVALID_SYMBOL = 13,
    INVALID_DEVICE_FUNCTION = 98,
    INVALID_HANDLE = 400,
    COOPERATIVE_TOO_LARGE = 720,
    INVALID_CLUSTER_SIZE = 912,
    NOT_SUPPORTED = 801
};

// The dynamic shared memory that a kernel may be launched with: more than the usual amount has to be asked
// for.
static uint64_t dynamic_shared_max(const Device *d, uint64_t handle) {
    const uint64_t usual = d->gpu.device.shared_per_block, own = d->kernels[handle - 1]->static_shared_bytes;
    const uint64_t asked = d->dynamic_shared[handle - 1];
    return asked ? asked : own < usual ? usual - own : 0;
}

// The threads that a block of this kernel may have: __launch_bounds__() may allow less than the GPU.
static uint32_t threads_max(const Device *d, const Function *k) {
    const int *most = k->ptx->max_threads;
    const uint64_t bound = most[0] ? (uint64_t)most[0] * (uint64_t)most[1] * (uint64_t)most[2] : UINT32_MAX;
    return bound < d->gpu.device.threads_per_block_max ? (uint32_t)bound
                                                       : d->gpu.device.threads_per_block_max;
}

static const Function *kernel_of(const Device *d, uint64_t handle) {
    return handle >= 1 && handle <= d->kernel_count ? d->kernels[handle - 1] : NULL;
}

static bool text_of(const Call *c, char *out, size_t size) {
    if (c->head->size == 0 || c->head->size >= size) return false;
    memcpy(out, c->payload, c->head->size);
    out[c->head->size] = 0;
    return true;
}

// The module at the place that the request names; one that does not exist where there is none.
static uint32_t module_of(const Device *d, const Call *c) {
    for (int i = 0; i < d->texts.count; i++)
        if ((uint64_t)d->texts.items[i].object == c->head->arg[0] &&
            d->texts.items[i].address == c->head->arg[1])
            return (uint32_t)i;
    return UINT32_MAX;
}

const Function *named_kernel(const Device *d, const Call *c) {
    char name[4096];
    if (!text_of(c, name, sizeof name)) return NULL;
    const Function *f = simulator_kernel_in(d->sim, module_of(d, c), name);
    return f ? f : simulator_kernel(d->sim, name);
}

Allocation *named_variable(const Device *d, const Call *c) {
    char name[4096];
    if (!text_of(c, name, sizeof name)) return NULL;
    Allocation *a = simulator_variable_in(d->sim, module_of(d, c), name);
    return a ? a : simulator_variable(d->sim, name);
}

static int register_function(Device *d, Call *c) {
    if (c->head->size == 0) return INVALID_VALUE;
    const Function *f = named_kernel(d, c);
    if (!f || f->ptx->param_count > 256) return 0; // handle 0: not in the module
    uint32_t handle = 0;
    while (handle < d->kernel_count && d->kernels[handle] != f) handle++;
    if (handle == d->kernel_count) {
        if (handle == MAX_HANDLES) return OUT_OF_MEMORY;
        const Function **kernels = realloc(d->kernels, (handle + 1) * sizeof *kernels);
        if (!kernels) return OUT_OF_MEMORY;
        d->kernels = kernels;
        uint64_t *dynamic = realloc(d->dynamic_shared, (handle + 1) * sizeof *dynamic);
        if (!dynamic) return OUT_OF_MEMORY;
        d->dynamic_shared = dynamic;
        dynamic[handle] = 0;
        bool *wide = realloc(d->wide_clusters, (handle + 1) * sizeof *wide);
        if (!wide) return OUT_OF_MEMORY;
        d->wide_clusters = wide;
        wide[handle] = false;
        d->kernels[d->kernel_count++] = f;
    }
    KernelLayout *layout = calloc(1, sizeof *layout);
    if (!layout) return OUT_OF_MEMORY;
    layout->count = (uint32_t)f->ptx->param_count;
    layout->block_size = (uint32_t)f->ptx->param_size;
    for (uint32_t i = 0; i < layout->count; i++) {
        layout->param[i].offset = (uint32_t)f->ptx->params[i].offset;
        layout->param[i].size = (uint32_t)f->ptx->params[i].size;
    }
    c->reply->value[0] = handle + 1;
    c->reply->size = sizeof *layout;
    c->answer = layout;
    return 0;
}

static int register_variable(Device *d, Call *c) {
    if (c->head->size == 0) return INVALID_VALUE;
    const Allocation *a = named_variable(d, c);
    if (!a) return INVALID_SYMBOL;
    c->reply->value[0] = a->base;
    c->reply->value[1] = a->size;
    c->reply->value[2] = a->constant;
    return 0;
}

// Says in words why CUDA refuses a launch, beside its own error name. `shared_max`: bytes that a block of it
// may have.
static void explain_refusal(Device *d, const RecordedLaunch *l, uint64_t shared_max, int error) {
    HostFinding *f = note_host(d, "launch", l->caller);
    if (!f) return;
    const DeviceDescription *g = &d->gpu.device;
    const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    const Function *k = l->function;
    const char *name = k ? k->display_name : l->kernel;
    static const char axis[] = "xyz";
    snprintf(f->next, sizeof f->next,
             "Check the numbers between <<< and >>>, and look at cudaGetLastError() after each launch.");
    for (int i = 0; i < 3; i++) {
        if (l->grid[i] == 0 || l->block[i] == 0) {
            snprintf(f->message, sizeof f->message,
                     "The launch of %.100s fails with cudaErrorInvalidConfiguration (\"invalid configuration "
                     "argument\"): the %s "
                     "has size 0 in %c.",
                     name, l->grid[i] == 0 ? "grid" : "block", axis[i]);
            if (l->grid[i] == 0)
                snprintf(f->next, sizeof f->next,
                         "A number of blocks that is rounded down is 0 where the data is smaller than a "
                         "block: round up, "
                         "ceil_div(n, block).");
            return;
        }
        if (l->block[i] > g->block_max[i] || l->grid[i] > g->grid_max[i]) {
            const bool block = l->block[i] > g->block_max[i];
            snprintf(f->message, sizeof f->message,
                     "The launch of %.100s fails with cudaErrorInvalidConfiguration (\"invalid configuration "
                     "argument\"): the %s "
                     "has size %u in %c, the most is %u.",
                     name, block ? "block" : "grid", block ? l->block[i] : l->grid[i], axis[i],
                     block ? g->block_max[i] : g->grid_max[i]);
            return;
        }
    }
    if (error == INVALID_CONFIGURATION) {
        snprintf(f->message, sizeof f->message,
                 "The launch of %.100s fails with cudaErrorInvalidConfiguration (\"invalid configuration "
                 "argument\"): a block of "
                 "%u x %u x %u is %" PRIu64 " threads, the most is %u.",
                 name, l->block[0], l->block[1], l->block[2], threads, g->threads_per_block_max);
        snprintf(f->next, sizeof f->next, "Make the block smaller: the product of its three sizes counts.");
    } else if (error == INVALID_CLUSTER_SIZE) {
        snprintf(
            f->message, sizeof f->message,
            "The launch of %.100s fails with cudaErrorInvalidClusterSize: a cluster has at most 8 blocks (16 "
            "where the kernel asks for it), and the grid, %u x %u x %u blocks, must be a multiple of it.",
            name, l->grid[0], l->grid[1], l->grid[2]);
        snprintf(
            f->next, sizeof f->next,
            "Round the number of blocks up to a multiple of the cluster. Compute capability 9.0 is needed.");
    } else if (error == INVALID_VALUE && k && threads > threads_max(d, k)) {
        snprintf(f->message, sizeof f->message,
                 "The launch of %.100s fails with cudaErrorInvalidValue (\"invalid argument\"): a block of "
                 "%u x %u x %u is %" PRIu64 " threads, and __launch_bounds__ promises at most %u.",
                 name, l->block[0], l->block[1], l->block[2], threads, threads_max(d, k));
        snprintf(f->next, sizeof f->next,
                 "Make the block smaller, or the number in __launch_bounds__ larger.");
    } else if (error != INVALID_VALUE) {
        snprintf(f->message, sizeof f->message, "The launch of %.100s fails with CUDA error %d.", name,
                 error);
    } else {
        snprintf(f->message, sizeof f->message,
                 "The launch of %.100s fails with cudaErrorInvalidValue (\"invalid argument\"): %" PRIu64
                 " bytes of dynamic shared memory and the kernel's own do not fit into the %" PRIu64
                 " bytes that a block may have.",
                 name, l->dynamic_shared, shared_max);
        if (l->dynamic_shared + (k ? k->static_shared_bytes : 0) <= g->shared_per_block_optin)
            snprintf(f->next, sizeof f->next,
                     "Up to %" PRIu64
                     " bytes must be asked for before the launch: cudaFuncSetAttribute(%.80s, "
                     "cudaFuncAttributeMaxDynamicSharedMemorySize, %" PRIu64 ").",
                     g->shared_per_block_optin, name, l->dynamic_shared);
    }
}

int run_launch(Device *d, const RecordedLaunch *l) {
    const LaunchRequest request = {
        .kernel = l->kernel,
        .function = l->function,
        .grid = {l->grid[0], l->grid[1], l->grid[2]},
        .block = {l->block[0], l->block[1], l->block[2]},
        .cluster = {l->cluster[0], l->cluster[1], l->cluster[2]},
        .dynamic_shared = l->dynamic_shared,
        .params = l->params,
        .param_size = l->param_size,
        .budget = d->program          ? d->launch_limit
                  : d->budget_limited ? (d->budget ? d->budget : 1)
                                      : 0,
        .cooperative = l->cooperative,
        .cancel = &d->cancel,
    };
    const Launched result = d->backend->launch(d->backend, &request);
    if (!result.started) return result.error;
    d->budget = result.spent < d->budget ? d->budget - result.spent : 0;
    if (result.error) d->sticky = result.error;
    if (result.error && !d->backend->explains) note_kernel_fault(d, l, result.error);
    return 0;
}

// A cooperative launch needs all of its blocks on the GPU at the same time.
static bool fits_at_once(Device *d, const Function *k, const RecordedLaunch *l) {
    const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    const uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    if (threads == 0 || threads > d->gpu.device.threads_per_block_max) return true; // refused for that
    const Occupancy o = gpu_occupancy(&d->gpu, (uint32_t)threads, registers_of(d, k),
                                      k->static_shared_bytes + l->dynamic_shared);
    const uint64_t most = (uint64_t)o.blocks_per_sm * d->gpu.device.sm_count;
    if (blocks <= most) return true;
    HostFinding *f = note_host(d, "launch", l->caller);
    if (!f) return false;
    snprintf(f->message, sizeof f->message,
             "The cooperative launch of %.100s fails with cudaErrorCooperativeLaunchTooLarge: of its %" PRIu64
             " blocks only %" PRIu64 " fit on the GPU at a time.",
             k->display_name, blocks, most);
    snprintf(
        f->next, sizeof f->next,
        "Ask cudaOccupancyMaxActiveBlocksPerMultiprocessor how many fit an SM, and let each thread do more.");
    return false;
}

static void unpack_cluster(uint64_t packed, uint32_t *cluster) {
    for (int i = 0; i < 3; i++) cluster[i] = (uint32_t)(packed >> (8 * i)) & 0xff;
}

// `size` receives how many blocks a cluster has.
static int check_cluster(const Device *d, uint64_t handle, const RecordedLaunch *l, uint32_t *size) {
    LaunchRequest request = {.cluster = {l->cluster[0], l->cluster[1], l->cluster[2]},
                             .grid = {l->grid[0], l->grid[1], l->grid[2]}};
    uint32_t shape[3];
    const int error = cluster_shape(d->sim, &request, l->function, shape);
    if (error) return error;
    const uint32_t most = d->wide_clusters[handle - 1] ? MOST_CLUSTER : PORTABLE_CLUSTER;
    *size = shape[0] * shape[1] * shape[2];
    return *size > most ? INVALID_CLUSTER_SIZE : 0;
}

// As an H200 answers where clusters are small: at most 8 of their blocks on an SM. Large ones leave some SMs
// idle there, since a cluster stays inside of a group of SMs.
static int clusters(Device *d, Call *c) {
    enum { BLOCKS_AN_SM = 8 };
    const uint64_t *a = c->head->arg;
    const Function *k = kernel_of(d, a[0]);
    if (!k) return INVALID_DEVICE_FUNCTION;
    if (a[3] == 0 || a[3] > UINT32_MAX || a[4] > 1ull << 32) return INVALID_VALUE;
    RecordedLaunch l = {.function = k, .grid = {(uint32_t)a[1], (uint32_t)(a[1] >> 32), (uint32_t)a[2]}};
    unpack_cluster(a[5], l.cluster);
    uint32_t size;
    const int error = check_cluster(d, a[0], &l, &size);
    if (error) return error;
    const Occupancy o =
        gpu_occupancy(&d->gpu, (uint32_t)a[3], registers_of(d, k), k->static_shared_bytes + a[4]);
    const uint32_t each = o.blocks_per_sm < BLOCKS_AN_SM ? o.blocks_per_sm : BLOCKS_AN_SM;
    c->reply->value[0] = each * d->gpu.device.sm_count / size;
    c->reply->value[1] = d->wide_clusters[a[0] - 1] ? MOST_CLUSTER : PORTABLE_CLUSTER;
    return 0;
}

static int other_stream(Device *d, const Call *c, const Function *k) {
    HostFinding *f = note_host(d, "launch", c->head->caller);
    if (f) {
        snprintf(f->message, sizeof f->message,
                 "The launch of %.100s fails with cudaErrorInvalidResourceHandle: the stream belongs to "
                 "another device "
                 "than the current one, device %u.",
                 k->display_name, d->sim->device);
        snprintf(
            f->next, sizeof f->next,
            "Create a stream once for each device, behind cudaSetDevice(), and launch into it while that "
            "device is the current one.");
    }
    return INVALID_HANDLE;
}

static int launch(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    const Function *k = kernel_of(d, a[0]);
    if (!k) return INVALID_DEVICE_FUNCTION;
    if (stream_is_elsewhere(d, a[5])) return other_stream(d, c, k);
    RecordedLaunch l = {
        .grid = {(uint32_t)a[1], (uint32_t)(a[1] >> 32), (uint32_t)a[2]},
        .block = {(uint32_t)(a[2] >> 32), (uint32_t)a[3], (uint32_t)(a[3] >> 32)},
        .dynamic_shared = a[4],
        .cooperative = a[6] & 1,
        .param_size = c->head->size,
    };
    unpack_cluster(a[6] >> 16, l.cluster);
    l.kernel = k->ptx->name;
    l.function = k;
    memcpy(l.caller, c->head->caller, sizeof l.caller);
    uint32_t cluster_size;
    const int bad_cluster = check_cluster(d, a[0], &l, &cluster_size);
    if (bad_cluster) {
        explain_refusal(d, &l, 0, bad_cluster);
        return bad_cluster;
    }
    l.params = malloc(c->head->size + 1);
    if (!l.params) return OUT_OF_MEMORY;
    if (c->head->size) memcpy(l.params, c->payload, c->head->size);
    // CUDA looks at the block first: that refusal is run_launch's.
    const uint64_t threads = (uint64_t)l.block[0] * l.block[1] * l.block[2];
    const uint64_t dynamic_max = dynamic_shared_max(d, a[0]),
                   shared_max = k->static_shared_bytes + dynamic_max;
    if (threads <= threads_max(d, k) && l.dynamic_shared > dynamic_max) {
        explain_refusal(d, &l, shared_max, INVALID_VALUE);
        free(l.params);
        return INVALID_VALUE;
    }
    if (l.cooperative && !fits_at_once(d, k, &l)) {
        free(l.params);
        return COOPERATIVE_TOO_LARGE;
    }
    show_launch(d, k->display_name);
    const int error = run_launch(d, &l);
    show_launch(d, NULL);
    if (!error)
        recording_add_launch(&d->recording, &l);
    else
        free(l.params);
    if (error) explain_refusal(d, &l, shared_max, error);
    return error;
}

static int function_information(Device *d, Call *c) {
    const Function *k = kernel_of(d, c->head->arg[0]);
    FunctionDescription *f = calloc(1, sizeof *f);
    if (!k || !f) {
        free(f);
        return k ? OUT_OF_MEMORY : INVALID_DEVICE_FUNCTION;
    }
    f->shared_bytes = k->static_shared_bytes;
    f->local_bytes = k->local_bytes;
    f->threads_max = threads_max(d, k);
    f->registers = registers_of(d, k);
    f->ptx_version = (uint32_t)k->program->ptx->target;
    f->binary_version = d->gpu.device.major * 10 + d->gpu.device.minor;
    f->dynamic_shared_max = dynamic_shared_max(d, c->head->arg[0]);
    c->answer = f;
    c->reply->size = sizeof *f;
    return 0;
}

static int set_function(Device *d, Call *c) {
    // cudaFuncAttributeMaxDynamicSharedMemorySize, cudaFuncAttributeNonPortableClusterSizeAllowed; the others
    // tune only
    enum { MAX_DYNAMIC_SHARED = 8, WIDE_CLUSTERS = 14 };
    const uint64_t *a = c->head->arg;
    const Function *k = kernel_of(d, a[0]);
    if (!k) return INVALID_DEVICE_FUNCTION;
    if (a[1] == WIDE_CLUSTERS) d->wide_clusters[a[0] - 1] = a[2] != 0;
    if (a[1] != MAX_DYNAMIC_SHARED) return 0;
    if ((int64_t)a[2] < 0 || a[2] + k->static_shared_bytes > d->gpu.device.shared_per_block_optin)
        return INVALID_VALUE;
    d->dynamic_shared[a[0] - 1] = a[2];
    return 0;
}

int call_launch(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    switch (c->head->call) {
    case CALL_REGISTER_FUNCTION: return register_function(d, c);
    case CALL_REGISTER_VARIABLE: return register_variable(d, c);
    case CALL_LAUNCH: return launch(d, c);
    case CALL_CLUSTERS: return clusters(d, c);
    case CALL_FUNCTION_INFO: return function_information(d, c);
    case CALL_FUNCTION_SET: return set_function(d, c);
    default: { // CALL_OCCUPANCY
        const Function *k = kernel_of(d, a[0]);
        if (!k) return INVALID_DEVICE_FUNCTION;
        if (a[1] == 0 || a[1] > UINT32_MAX || a[2] > 1ull << 32) return INVALID_VALUE;
        const Occupancy o =
            gpu_occupancy(&d->gpu, (uint32_t)a[1], registers_of(d, k), k->static_shared_bytes + a[2]);
        c->reply->value[0] = o.blocks_per_sm;
        return 0;
    }
    }
}

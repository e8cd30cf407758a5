// The student's requests about kernels: registration, launches, attributes, occupancy.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"

static uint64_t static_shared(const WarpsimKernel *k) {
    return warpsim_kernel_facts(k).static_shared_bytes;
}

// The dynamic shared memory that a kernel may be launched with: more than the usual amount has to be asked
// for.
static uint64_t dynamic_shared_max(const Device *d, uint64_t handle) {
    const uint64_t usual = d->gpu.device.shared_per_block, own = static_shared(d->kernels[handle - 1]);
    const uint64_t asked = d->dynamic_shared[handle - 1];
    return asked ? asked : own < usual ? usual - own : 0;
}

// The threads that a block of this kernel may have: its registers and __launch_bounds__() may allow less than the GPU.
static uint32_t threads_max(Device *d, const WarpsimKernel *k) {
    const uint32_t registers = registers_to_check(d, k, d->gpu.device.threads_per_block_max);
    const uint64_t bound = warpsim_kernel_facts(k).threads_max, most = gpu_largest_block(&d->gpu, registers);
    return (uint32_t)(bound && bound < most ? bound : most);
}

static const WarpsimKernel *kernel_of(const Device *d, uint64_t handle) {
    return handle >= 1 && handle <= d->kernel_count ? d->kernels[handle - 1] : NULL;
}

// Names are as long as their templates' arguments. To be freed; NULL: there is none, or no memory.
static char *text_of(const Call *c) {
    return c->head->size ? strndup((const char *)c->payload, c->head->size) : NULL;
}

// The module at the place that the request names; one that does not exist where there is none.
static int module_of(const Device *d, const Call *c) {
    for (int i = 0; i < d->texts.count; i++)
        if ((uint64_t)d->texts.items[i].object == c->head->arg[0] &&
            d->texts.items[i].address == c->head->arg[1])
            return i;
    return INT_MAX;
}

const WarpsimKernel *named_kernel(const Device *d, const Call *c) {
    char *name = text_of(c);
    if (!name) return NULL;
    const WarpsimKernel *f = warpsim_kernel(d->sim, module_of(d, c), name);
    if (!f) f = warpsim_kernel(d->sim, WARPSIM_ANY, name);
    free(name);
    return f;
}

WarpsimAllocation *named_variable(const Device *d, const Call *c) {
    char *name = text_of(c);
    if (!name) return NULL;
    WarpsimAllocation *a = warpsim_variable(d->sim, module_of(d, c), name);
    if (!a) a = warpsim_variable(d->sim, WARPSIM_ANY, name);
    free(name);
    return a;
}

static int register_function(Device *d, Call *c) {
    if (c->head->size == 0) return cudaErrorInvalidValue;
    const WarpsimKernel *f = named_kernel(d, c);
    if (!f) return 0; // handle 0: not in the module
    const WarpsimKernelFacts facts = warpsim_kernel_facts(f);
    if (facts.parameters > MAX_PARAMETERS || facts.parameter_bytes > MAX_PARAMETERS)
        return cudaErrorInvalidValue;
    uint32_t handle = 0;
    while (handle < d->kernel_count && d->kernels[handle] != f) handle++;
    if (handle == d->kernel_count) {
        if (handle == MAX_HANDLES) return cudaErrorMemoryAllocation;
        const WarpsimKernel **kernels = realloc(d->kernels, (handle + 1) * sizeof *kernels);
        if (!kernels) return cudaErrorMemoryAllocation;
        d->kernels = kernels;
        uint64_t *dynamic = realloc(d->dynamic_shared, (handle + 1) * sizeof *dynamic);
        if (!dynamic) return cudaErrorMemoryAllocation;
        d->dynamic_shared = dynamic;
        dynamic[handle] = 0;
        bool *wide = realloc(d->wide_clusters, (handle + 1) * sizeof *wide);
        if (!wide) return cudaErrorMemoryAllocation;
        d->wide_clusters = wide;
        wide[handle] = false;
        d->kernels[d->kernel_count++] = f;
    }
    const size_t size =
        offsetof(KernelLayout, param) + (size_t)facts.parameters * sizeof((KernelLayout *)0)->param[0];
    KernelLayout *layout = malloc(size);
    if (!layout) return cudaErrorMemoryAllocation;
    layout->count = (uint32_t)facts.parameters;
    layout->block_size = (uint32_t)facts.parameter_bytes;
    for (uint32_t i = 0; i < layout->count; i++) {
        uint64_t offset, bytes;
        warpsim_parameter(f, (int)i, &offset, &bytes);
        layout->param[i].offset = (uint32_t)offset;
        layout->param[i].size = (uint32_t)bytes;
    }
    c->reply->value[0] = handle + 1;
    c->reply->size = size;
    c->answer = layout;
    return 0;
}

static int register_variable(Device *d, Call *c) {
    if (c->head->size == 0) return cudaErrorInvalidValue;
    const WarpsimAllocation *a = named_variable(d, c);
    if (!a) return cudaErrorInvalidSymbol;
    c->reply->value[0] = a->base;
    c->reply->value[1] = a->size;
    c->reply->value[2] = a->constant;
    return 0;
}

static WarpsimLaunch request_of(Device *d, const RecordedLaunch *l) {
    return (WarpsimLaunch){
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
        .footprint = d->order && d->order_matters ? stream_work_footprint(d->order) : NULL,
    };
}

int run_launch(Device *d, const RecordedLaunch *l) {
    WarpsimLaunch request = request_of(d, l);
    uint64_t before[LAUNCH_COUNTERS] = {0};
    modelling_suppose(d, &request);
    modelling_before(d, &request, before);
    Watching *watching = d->on_gpu ? NULL : d->watching;
    watching_before(watching, &request);
    followed_before(d, &request);
    stored_before(&d->stored, &request);
    const Launched result = d->backend->launch(d->backend, &request);
    followed_after(d, &request);
    watching_after(watching, &request);
    stored_after(&d->stored, &request);
    modelling_after(d, &request, before, result.started && !result.error);
    if (!result.started) return result.error;
    d->budget = result.spent < d->budget ? d->budget - result.spent : 0;
    if (result.error) d->sticky = result.error;
    if (result.error && !d->backend->explains) note_kernel_fault(d, l, result.error);
    return 0;
}

static void unpack_cluster(uint64_t packed, uint32_t *cluster) {
    for (int i = 0; i < 3; i++) cluster[i] = (uint32_t)(packed >> (8 * i)) & 0xff;
}

static uint32_t cluster_max(const Device *d, uint64_t handle) {
    return d->wide_clusters[handle - 1] ? WARPSIM_CLUSTER : WARPSIM_PORTABLE_CLUSTER;
}

// As an H200 answers where clusters are small: at most 8 of their blocks on an SM. Large ones leave some SMs
// idle there, since a cluster stays inside of a group of SMs.
static int clusters(Device *d, Call *c) {
    enum { BLOCKS_AN_SM = 8 };
    const uint64_t *a = c->head->arg;
    const WarpsimKernel *k = kernel_of(d, a[0]);
    if (!k) return cudaErrorInvalidDeviceFunction;
    if (a[3] == 0 || a[3] > UINT32_MAX || a[4] > 1ull << 32) return cudaErrorInvalidValue;
    WarpsimLaunch l = {.function = k,
                       .grid = {(uint32_t)a[1], (uint32_t)(a[1] >> 32), (uint32_t)a[2]},
                       .cluster_max = cluster_max(d, a[0])};
    unpack_cluster(a[5], l.cluster);
    uint32_t shape[3];
    const int error = warpsim_cluster(d->sim, &l, shape);
    if (error) return error;
    const Occupancy o = gpu_occupancy(&d->gpu, (uint32_t)a[3], registers_of(d, k), static_shared(k) + a[4]);
    const uint32_t each = o.blocks_per_sm < BLOCKS_AN_SM ? o.blocks_per_sm : BLOCKS_AN_SM;
    c->reply->value[0] = each * d->gpu.device.sm_count / (shape[0] * shape[1] * shape[2]);
    c->reply->value[1] = cluster_max(d, a[0]);
    return 0;
}

static int other_stream(Device *d, const Call *c, const WarpsimKernel *k) {
    HostFinding *f = note_host(d, "launch", c->head->caller);
    if (f) {
        f->facts = FOUND_REFUSED;
        snprintf(f->message, sizeof f->message,
                 "The launch of %.100s fails with cudaErrorInvalidResourceHandle: the stream was not "
                 "created on the current device, which is device %u.",
                 warpsim_kernel_facts(k).display_name, device_in_use(d));
        snprintf(
            f->next, sizeof f->next,
            "Create a stream once for each device, behind cudaSetDevice(), and launch into it while that "
            "device is the current one.");
    }
    return cudaErrorInvalidResourceHandle;
}

// A <<<...>>> returns nothing: its error is seen when a later call hands it out.
static void keep_refusal(Device *d, const RecordedLaunch *l, int error, bool seen) {
    if (d->refused_count == MAX_REFUSED) return;
    Refused *refused = &d->refused[d->refused_count++];
    *refused = (Refused){.error = error, .seen = seen};
    memcpy(refused->grid, l->grid, sizeof refused->grid);
    memcpy(refused->block, l->block, sizeof refused->block);
    memcpy(refused->caller, l->caller, sizeof refused->caller);
}

static int error_seen(Device *d, const Call *c) {
    for (int i = 0; i < d->refused_count; i++) {
        Refused *r = &d->refused[i];
        if (r->seen || (uint64_t)r->error != c->head->arg[0]) continue;
        r->seen = true;
        memcpy(r->seen_by, c->head->caller, sizeof r->seen_by);
    }
    return 0;
}

static void note_refusal_of(Device *d, const RecordedLaunch *l, int error, uint32_t facts, const char *why,
                            const char *next) {
    HostFinding *f = note_host(d, "launch", l->caller);
    if (!f) return;
    f->facts = facts;
    snprintf(f->message, sizeof f->message, "The %slaunch of %.100s fails with %s (\"%s\"): %s",
             l->cooperative ? "cooperative " : "", warpsim_kernel_facts(l->function).display_name,
             cuda_error_name(error), cuda_error_text(error), why);
    snprintf(f->next, sizeof f->next, "%s", next);
}

// The CUDA error with which the launch is refused, and a finding that says why; 0: it is not.
static int check_launch(Device *d, uint64_t handle, const RecordedLaunch *l) {
    char why[300], next[240];
    uint32_t facts;
    WarpsimLaunch request = request_of(d, l);
    request.shared_max = static_shared(l->function) + dynamic_shared_max(d, handle);
    request.cluster_max = cluster_max(d, handle);
    const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    request.registers =
        l->cooperative ? registers_that_limit(d, l->function) : registers_to_check(d, l->function, threads);
    const int error = warpsim_check_launch(d->sim, &request, why, next, &facts);
    if (error) note_refusal_of(d, l, error, facts, why, next);
    return error;
}

static int launch(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    const WarpsimKernel *k = kernel_of(d, a[0]);
    if (!k) return cudaErrorInvalidDeviceFunction;
    if (stream_is_elsewhere(d, c->head->stream)) return other_stream(d, c, k);
    RecordedLaunch l = {
        .grid = {(uint32_t)a[1], (uint32_t)(a[1] >> 32), (uint32_t)a[2]},
        .block = {(uint32_t)(a[2] >> 32), (uint32_t)a[3], (uint32_t)(a[3] >> 32)},
        .dynamic_shared = a[4],
        .cooperative = a[6] & 1,
        .param_size = c->head->size,
    };
    unpack_cluster(a[6] >> 16, l.cluster);
    l.kernel = warpsim_kernel_facts(k).name;
    l.function = k;
    memcpy(l.caller, c->head->caller, sizeof l.caller);
    const int refused = check_launch(d, a[0], &l);
    if (refused) keep_refusal(d, &l, refused, a[5] != 1);
    if (refused) return refused;
    l.params = malloc(c->head->size + 1);
    if (!l.params) return cudaErrorMemoryAllocation;
    if (c->head->size) memcpy(l.params, c->payload, c->head->size);
    show_launch(d, warpsim_kernel_facts(k).display_name);
    const int error = run_launch(d, &l);
    show_launch(d, NULL);
    if (!error)
        recording_add_launch(&d->recording, &l);
    else
        free(l.params);
    if (error) keep_refusal(d, &l, error, a[5] != 1);
    if (error) note_refusal_of(d, &l, error, FOUND_REFUSED, "the device does not say more.", "");
    return error;
}

static int function_information(Device *d, Call *c) {
    const WarpsimKernel *k = kernel_of(d, c->head->arg[0]);
    FunctionDescription *f = calloc(1, sizeof *f);
    if (!k || !f) {
        free(f);
        return k ? cudaErrorMemoryAllocation : cudaErrorInvalidDeviceFunction;
    }
    const WarpsimKernelFacts facts = warpsim_kernel_facts(k);
    f->shared_bytes = facts.static_shared_bytes;
    f->local_bytes = facts.local_bytes;
    f->threads_max = threads_max(d, k);
    f->registers = registers_of(d, k);
    f->ptx_version = (uint32_t)facts.target;
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
    const WarpsimKernel *k = kernel_of(d, a[0]);
    if (!k) return cudaErrorInvalidDeviceFunction;
    if (a[1] == WIDE_CLUSTERS) d->wide_clusters[a[0] - 1] = a[2] != 0;
    if (a[1] != MAX_DYNAMIC_SHARED) return 0;
    if ((int64_t)a[2] < 0 || a[2] + static_shared(k) > d->gpu.device.shared_per_block_optin)
        return cudaErrorInvalidValue;
    d->dynamic_shared[a[0] - 1] = a[2];
    return 0;
}

int call_launch(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    switch (c->head->call) {
    case CALL_REGISTER_FUNCTION: return register_function(d, c);
    case CALL_REGISTER_VARIABLE: return register_variable(d, c);
    case CALL_LAUNCH: return launch(d, c);
    case CALL_ERROR_SEEN: return error_seen(d, c);
    case CALL_CLUSTERS: return clusters(d, c);
    case CALL_FUNCTION_INFO: return function_information(d, c);
    case CALL_FUNCTION_SET: return set_function(d, c);
    default: { // CALL_OCCUPANCY
        const WarpsimKernel *k = kernel_of(d, a[0]);
        if (!k) return cudaErrorInvalidDeviceFunction;
        if (a[1] == 0 || a[1] > UINT32_MAX || a[2] > 1ull << 32) return cudaErrorInvalidValue;
        const Occupancy o =
            gpu_occupancy(&d->gpu, (uint32_t)a[1], registers_that_limit(d, k), static_shared(k) + a[2]);
        c->reply->value[0] = o.blocks_per_sm;
        return 0;
    }
    }
}

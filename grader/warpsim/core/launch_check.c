// May a kernel be launched so? The only place that knows CUDA's rules, with an error and with words for each.
//
// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" and "Thread Block Clusters".
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "grader/contract/finding_facts.h"
#include "grader/warpsim/core/launch.h"

enum { WHY_BYTES = 300, NEXT_BYTES = 240 }; // of what the caller gives

typedef struct {
    const Warpsim *s;
    const WarpsimLaunch *l;
    const Function *k;
    char *why, *next; // NULL: not asked for, and neither are the facts
    u32 *facts;
} Question;

static int refuse(const Question *q, int error, u32 facts, const char *next, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// `facts`: beside FOUND_REFUSED.
static int refuse(const Question *q, int error, u32 facts, const char *next, const char *format, ...) {
    if (!q->why) return error;
    *q->facts = FOUND_REFUSED | facts;
    va_list values;
    va_start(values, format);
    vsnprintf(q->why, WHY_BYTES, format, values);
    va_end(values);
    snprintf(
        q->next, NEXT_BYTES, "%s",
        next ? next
             : "Check the numbers between <<< and >>>, and look at cudaGetLastError() after each launch.");
    return error;
}

static u32 along(int axis) {
    return (u32)FOUND_ALONG_X << axis;
}

static u64 product(const u32 *three) {
    return (u64)three[0] * three[1] * three[2];
}

int warpsim_cluster(const Warpsim *s, const WarpsimLaunch *l, u32 shape[3]) {
    const Function *k = l->function;
    const u32 most = l->cluster_max ? l->cluster_max : WARPSIM_CLUSTER;
    const bool asked = l->cluster[0] || l->cluster[1] || l->cluster[2];
    for (int i = 0; i < 3; i++) {
        const u32 own = (u32)k->ptx->required_cluster[i];
        if (asked && own && own != l->cluster[i]) return cudaErrorInvalidClusterSize;
        shape[i] = asked ? l->cluster[i] : own ? own : 1;
        if (shape[i] == 0 || shape[i] > most || l->grid[i] % shape[i]) return cudaErrorInvalidClusterSize;
    }
    const u64 size = product(shape);
    return size > most || (size > 1 && s->gpu->device.major < 9) ? cudaErrorInvalidClusterSize : cudaSuccess;
}

static int check_cluster(const Question *q) {
    u32 shape[3];
    const u32 *g = q->l->grid;
    if (!warpsim_cluster(q->s, q->l, shape)) return cudaSuccess;
    return refuse(
        q, cudaErrorInvalidClusterSize, 0,
        "Round the number of blocks up to a multiple of the cluster. Compute capability 9.0 is needed.",
        "a cluster has at most 8 blocks (16 where the kernel asks for it), and the grid, %u x %u x %u blocks, must "
        "be a multiple of it.",
        g[0], g[1], g[2]);
}

static int check_empty(const Question *q, int i) {
    const u32 grid = q->l->grid[i], block = q->l->block[i];
    if (grid == 0)
        return refuse(
            q, cudaErrorInvalidConfiguration, FOUND_GRID | FOUND_EMPTY | along(i),
            "If the number of blocks is rounded down, it is 0 for data smaller than one block. Round "
            "it up: ceil_div(n, block).",
            "the grid has size 0 in %c.", "xyz"[i]);
    if (block == 0)
        return refuse(q, cudaErrorInvalidConfiguration, FOUND_BLOCK | FOUND_EMPTY | along(i), NULL,
                      "the block has size 0 in %c.", "xyz"[i]);
    return cudaSuccess;
}

static int check_axis(const Question *q, int i) {
    const DeviceDescription *d = &q->s->gpu->device;
    const u32 grid = q->l->grid[i], block = q->l->block[i];
    if (block > d->block_max[i])
        return refuse(q, cudaErrorInvalidConfiguration, FOUND_BLOCK | along(i), NULL,
                      "the block has size %u in %c, the most is %u.", block, "xyz"[i], d -> block_max[i]);
    if (grid > d->grid_max[i])
        return refuse(q, cudaErrorInvalidConfiguration, FOUND_GRID | along(i), NULL,
                      "the grid has size %u in %c, the most is %u.", grid, "xyz"[i], d -> grid_max[i]);
    return cudaSuccess;
}

static int check_threads(const Question *q) {
    const u32 *b = q->l->block, most = q->s->gpu->device.threads_per_block_max;
    const u64 threads = product(b);
    if (threads <= most) return cudaSuccess;
    return refuse(q, cudaErrorInvalidConfiguration, FOUND_BLOCK,
                  "Make the block smaller: the product of its three sizes counts.",
                  "a block of %u x %u x %u is %" PRIu64 " threads, the most is %u.", b[0], b[1], b[2],
                  threads, most);
}

// What the kernel itself was compiled for.
static int check_bounds(const Question *q) {
    const u32 *b = q->l->block;
    const int *required = q->k->ptx->required_threads;
    const u64 threads = product(b), bound = warpsim_kernel_facts(q->k).threads_max;
    for (int i = 0; i < 3 && required[0]; i++)
        if (b[i] != (u32)required[i])
            return refuse(
                q, cudaErrorInvalidConfiguration, FOUND_BLOCK, NULL,
                "its block is %u x %u x %u, and the kernel was compiled for blocks of %d x %d x %d.", b[0],
                b[1], b[2], required[0], required[1], required[2]);
    if (bound && threads > bound)
        return refuse(q, cudaErrorInvalidValue, FOUND_BLOCK,
                      "Make the block smaller, or the number in __launch_bounds__ larger.",
                      "a block of %u x %u x %u is %" PRIu64
                      " threads, and __launch_bounds__ promises at most %" PRIu64 ".",
                      b[0], b[1], b[2], threads, bound);
    return cudaSuccess;
}

static int check_registers(const Question *q) {
    const DeviceDescription *d = &q->s->gpu->device;
    const u32 *b = q->l->block, registers = q->l->registers;
    const u64 wanted = registers ? gpu_block_registers(q->s->gpu, (u32)product(b), registers) : 0;
    char next[NEXT_BYTES];
    if (wanted <= d->registers_per_block) return cudaSuccess;
    snprintf(next, sizeof next,
             "Launch blocks of at most %u threads, or have the compiler use fewer registers: "
             "__global__ void __launch_bounds__(%u) %.70s(...).",
             gpu_largest_block(q->s->gpu, registers), (u32)product(b), q->k->display_name);
    return refuse(q, cudaErrorLaunchOutOfResources, FOUND_BLOCK, next,
                  "its threads use %u registers each, so that a block of %u x %u x %u threads takes %" PRIu64
                  ", and the most is %u.",
                  registers, b[0], b[1], b[2], wanted, d->registers_per_block);
}

static int check_shared(const Question *q) {
    const u64 on_request = q->s->gpu->device.shared_per_block_optin, dynamic = q->l->dynamic_shared;
    const u64 most = q->l->shared_max ? q->l->shared_max : on_request;
    char next[NEXT_BYTES];
    if (q->k->static_shared_bytes + dynamic <= most) return cudaSuccess;
    snprintf(next, sizeof next,
             "More than the default, up to %" PRIu64 " bytes, must be requested before the launch: "
             "cudaFuncSetAttribute(%.70s, cudaFuncAttributeMaxDynamicSharedMemorySize, %" PRIu64 ").",
             on_request, q->k->display_name, dynamic);
    return refuse(q, cudaErrorInvalidValue, 0,
                  q->k->static_shared_bytes + dynamic <= on_request ? next : NULL,
                  "%" PRIu64
                  " bytes of dynamic shared memory plus the kernel's static shared memory exceed the %" PRIu64
                  " bytes that a block may have.",
                  dynamic, most);
}

u32 resident_limit(const Warpsim *s, u32 threads, u64 shared) {
    enum { MOST_BLOCKS = 32, MOST_THREADS = 2048 }; // of an SM, where the description says nothing
    const DeviceDescription *d = &s->gpu->device;
    const u32 in_warps = (threads + LANES - 1) / LANES * LANES;
    u32 each = (d->threads_per_sm ? d->threads_per_sm : MOST_THREADS) / in_warps;
    if (shared && d->shared_per_sm / shared < each) each = (u32)(d->shared_per_sm / shared);
    if (each > MOST_BLOCKS) each = MOST_BLOCKS;
    return (each ? each : 1) * (d->sm_count ? d->sm_count : 1);
}

// A cooperative launch needs all of its blocks on the GPU at the same time.
static int check_cooperative(const Question *q) {
    const u32 threads = (u32)product(q->l->block);
    const u64 shared = q->k->static_shared_bytes + q->l->dynamic_shared, blocks = product(q->l->grid);
    u64 most = resident_limit(q->s, threads, shared);
    if (q->l->registers) {
        const Occupancy o = gpu_occupancy(q->s->gpu, threads, q->l->registers, shared);
        const u64 fit = (u64)o.blocks_per_sm * q->s->gpu->device.sm_count;
        most = fit < most ? fit : most;
    }
    if (blocks <= most) return cudaSuccess;
    return refuse(q, cudaErrorCooperativeLaunchTooLarge, 0,
                  "Call cudaOccupancyMaxActiveBlocksPerMultiprocessor to learn how many blocks fit on one "
                  "SM, launch at most that number times the number of SMs, and let each thread do more "
                  "work.",
                  "a cooperative launch needs all its %" PRIu64
                  " blocks on the GPU at the same time, and only %" PRIu64 " fit.",
                  blocks, most);
}

int warpsim_check_launch(const Warpsim *s, const WarpsimLaunch *request, char *why, char *next, u32 *facts) {
    WarpsimLaunch l = *request;
    if (!l.function) l.function = warpsim_kernel(s, WARPSIM_ANY, l.kernel);
    const Question q = {.s = s, .l = &l, .k = l.function, .why = why, .next = next, .facts = facts};
    if (!q.k) return refuse(&q, cudaErrorInvalidDeviceFunction, 0, NULL, "there is no kernel of this name.");
    int error = check_cluster(&q);
    for (int i = 0; i < 3 && !error; i++) error = check_empty(&q, i);
    if (!error) error = check_threads(&q);
    for (int i = 0; i < 3 && !error; i++) error = check_axis(&q, i);
    if (!error) error = check_bounds(&q);
    if (!error) error = check_registers(&q);
    if (!error) error = check_shared(&q);
    if (!error && l.param_size < (size_t)q.k->ptx->param_size)
        error = refuse(&q, cudaErrorInvalidValue, 0, NULL,
                       "its parameters have %zu bytes, and the kernel takes %d.", l.param_size,
                       (int)q.k->ptx->param_size);
    if (!error && l.cooperative) error = check_cooperative(&q);
    return error;
}

// The right answer to TODO 2.2: how many blocks of a kernel an SM holds, by the rules of NVIDIA's
// cuda_occupancy.h for compute capability 7.0 and up.
//
// Included by reference.c and by the test that holds it against NVIDIA's. It is no header: headers of this folder
// can be included by a submission.
//
// Its fifth limit, named barriers, never allows fewer blocks than the block slots do for a kernel that only
// uses
// __syncthreads(). Its check of registers at launch (the warps of a block, rounded up to a whole number for
// each partition) never refuses what the division below allows, where a block may have all registers of the
// SM.
#include <limits.h>

#include "common/grid.h"
#include "common/sm_limits.h"

// In the order of the bits LIMIT_WARPS, _REGISTERS, _SHARED, _BLOCKS.
enum { BY_WARPS, BY_REGISTERS, BY_SHARED, BY_BLOCKS, LIMITS };

// How many blocks each resource alone allows.
static void blocks_by_each(const SmLimits *sm, const KernelNeeds *kernel, int by[LIMITS]) {
    int warps = ceil_div(kernel->threads, sm->warp_size);
    int warp_registers = ceil_div(kernel->registers * sm->warp_size, sm->register_unit) * sm->register_unit;
    int warps_with_registers = sm->registers / sm->partitions / warp_registers * sm->partitions;
    int shared = ceil_div(kernel->shared + sm->shared_reserved, sm->shared_unit) * sm->shared_unit;
    by[BY_WARPS] = kernel->threads > sm->threads_per_block ? 0 : sm->warps / warps;
    by[BY_REGISTERS] = warps_with_registers / warps;
    by[BY_SHARED] = kernel->shared > sm->shared_per_block ? 0 : shared ? sm->shared / shared : INT_MAX;
    by[BY_BLOCKS] = sm->blocks;
}

static SmOccupancy least_of(const int by[LIMITS]) {
    SmOccupancy result = {INT_MAX, 0};
    for (int i = 0; i < LIMITS; ++i)
        if (by[i] < result.blocks) result.blocks = by[i];
    for (int i = 0; i < LIMITS; ++i)
        if (by[i] == result.blocks) result.limits |= 1 << i;
    return result;
}

static inline SmOccupancy occupancy_by_rules(const SmLimits *sm, const KernelNeeds *kernel) {
    int by[LIMITS];
    blocks_by_each(sm, kernel, by);
    return least_of(by);
}

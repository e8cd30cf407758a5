// WRONG: the helper that rounds up always adds a unit
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT cause: where nothing is left over
// EXPECT todo: 2.2

#include <algorithm>
#include <limits.h>

#include "common/grid.h"
#include "common/sm_limits.h"
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

static int round_up(int what, int unit) {
    return (what / unit + 1) * unit; // <-- HERE
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel) {
    SmOccupancy r = {0, 0};
    const int warps = ceil_div(kernel.threads, sm.warp_size);
    int by_warps = sm.warps / warps;
    if (kernel.threads > sm.threads_per_block) by_warps = 0;

    const int registers_of_warp = round_up(kernel.registers * sm.warp_size, sm.register_unit);
    const int registers_of_partition = sm.registers / sm.partitions;
    const int warps_of_partition = registers_of_partition / registers_of_warp;
    const int by_registers = warps_of_partition * sm.partitions / warps;

    const int shared = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
    int by_shared = shared ? sm.shared / shared : INT_MAX;
    if (kernel.shared > sm.shared_per_block) by_shared = 0;

    r.blocks = by_warps;
    if (by_registers < r.blocks) r.blocks = by_registers;
    if (by_shared < r.blocks) r.blocks = by_shared;
    if (sm.blocks < r.blocks) r.blocks = sm.blocks;
    if (by_warps == r.blocks) r.limits |= LIMIT_WARPS;
    if (by_registers == r.blocks) r.limits |= LIMIT_REGISTERS;
    if (by_shared == r.blocks) r.limits |= LIMIT_SHARED;
    if (sm.blocks == r.blocks) r.limits |= LIMIT_BLOCKS;
    return r;
}

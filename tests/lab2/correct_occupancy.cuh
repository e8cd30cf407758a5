// TODO 2.2, right: the occupancy calculator.
#include <algorithm>
#include <limits.h>

#include "common/grid.h"
#include "common/sm_limits.h"

static inline int round_up(int value, int unit) {
    return ceil_div(value, unit) * unit;
}

// The answer once each resource has said its number of blocks.
static inline SmOccupancy smallest(int warps, int registers, int shared, int blocks) {
    SmOccupancy o = {std::min({warps, registers, shared, blocks}), 0};
    o.limits = (warps == o.blocks ? LIMIT_WARPS : 0) | (registers == o.blocks ? LIMIT_REGISTERS : 0) |
               (shared == o.blocks ? LIMIT_SHARED : 0) | (blocks == o.blocks ? LIMIT_BLOCKS : 0);
    return o;
}

static inline int blocks_by_warps(SmLimits sm, KernelNeeds k) {
    return k.threads > sm.threads_per_block ? 0 : sm.warps / ceil_div(k.threads, sm.warp_size);
}

static inline int blocks_by_registers(SmLimits sm, KernelNeeds k) {
    int warp = round_up(k.registers * sm.warp_size, sm.register_unit);
    return sm.registers / sm.partitions / warp * sm.partitions / ceil_div(k.threads, sm.warp_size);
}

static inline int blocks_by_shared(SmLimits sm, KernelNeeds k) {
    int block = round_up(k.shared + sm.shared_reserved, sm.shared_unit);
    return k.shared > sm.shared_per_block ? 0 : block ? sm.shared / block : INT_MAX;
}

#ifndef OWN_OCCUPANCY
SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds k) {
    return smallest(blocks_by_warps(sm, k), blocks_by_registers(sm, k), blocks_by_shared(sm, k), sm.blocks);
}
#endif

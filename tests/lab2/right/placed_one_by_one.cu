// RIGHT: occupancy by placing blocks on the SM one after the other until one finds no room

#define OWN_OCCUPANCY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

// Warps go to the partitions in turn; a partition takes one when its registers are enough.
static bool place_block(SmLimits sm, int warps, int warp_registers, int *in_use) {
    for (int w = 0; w < warps; ++w) {
        int p = 0;
        while (p < sm.partitions && in_use[p] + warp_registers > sm.registers / sm.partitions) ++p;
        if (p == sm.partitions) return false;
        in_use[p] += warp_registers;
    }
    return true;
}

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds k) {
    int warps = ceil_div(k.threads, sm.warp_size), room = sm.warps, by_warps = 0, by_registers = 0,
        by_shared = 0;
    int in_use[8] = {0};
    int warp_registers = round_up(k.registers * sm.warp_size, sm.register_unit);
    for (; k.threads <= sm.threads_per_block && room >= warps; room -= warps) ++by_warps;
    while (by_registers < 10000 && place_block(sm, warps, warp_registers, in_use)) ++by_registers;
    int bytes = round_up(k.shared + sm.shared_reserved, sm.shared_unit);
    if (k.shared <= sm.shared_per_block)
        while (by_shared < 10000 && (by_shared + 1) * bytes <= sm.shared) ++by_shared;
    return smallest(by_warps, by_registers, by_shared, sm.blocks);
}

// WRONG: a partly filled warp is not counted
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT test: 2.2/generation=9,n=1000
// EXPECT test: 2.2/generation=10,n=1000
// EXPECT test: 2.2/generation=12,n=1000
// EXPECT says: rounded down
// EXPECT pass: 2.3/n=20

#define OWN_OCCUPANCY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds k) {
    k.threads = std::max(k.threads / 32, 1) * 32;
    return smallest(blocks_by_warps(sm, k), blocks_by_registers(sm, k), blocks_by_shared(sm, k), sm.blocks);
}

// WRONG: the registers of all partitions in one heap
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT test: 2.2/generation=9,n=1000
// EXPECT test: 2.2/generation=10,n=1000
// EXPECT test: 2.2/generation=12,n=1000
// EXPECT says: the SM were a single partition
// EXPECT pass: 2.3/n=20

#define OWN_OCCUPANCY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds k) {
    sm.partitions = 1;
    return smallest(blocks_by_warps(sm, k), blocks_by_registers(sm, k), blocks_by_shared(sm, k), sm.blocks);
}

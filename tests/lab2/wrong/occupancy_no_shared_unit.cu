// WRONG: shared memory is not rounded up
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT says: shared_unit
// EXPECT pass: 2.3/n=20

#define OWN_OCCUPANCY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds k) {
    sm.shared_unit = 1;
    return smallest(blocks_by_warps(sm, k), blocks_by_registers(sm, k), blocks_by_shared(sm, k), sm.blocks);
}

// WRONG: registers of a block: threads times registers, nothing rounded
// EXPECT test: 2.2/generation=7,n=1000
// EXPECT test: 2.2/generation=8,n=1000
// EXPECT test: 2.2/generation=9,n=1000
// EXPECT test: 2.2/generation=10,n=1000
// EXPECT test: 2.2/generation=12,n=1000
// EXPECT pass: 2.3/n=20

#define OWN_OCCUPANCY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds k) {
    int registers = sm.registers / (k.threads * k.registers);
    return smallest(blocks_by_warps(sm, k), registers, blocks_by_shared(sm, k), sm.blocks);
}

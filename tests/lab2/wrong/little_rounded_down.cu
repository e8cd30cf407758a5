// WRONG: the warps of an SM are rounded down
// EXPECT test: 2.3/n=100
// EXPECT says: rounded down
// EXPECT pass: 2.2/generation=9,n=1000

#define OWN_MEMORY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

InFlight memory_in_flight(MemoryPath path) {
    double a_cycle = path.bandwidth / path.clock, bytes = a_cycle * path.latency;
    double threads = bytes / path.bytes_per_thread, warps = threads / path.warp_size;
    return {a_cycle, bytes, threads, warps, (int)(warps / path.sm_count)};
}

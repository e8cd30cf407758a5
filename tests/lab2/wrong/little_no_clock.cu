// WRONG: bytes a second for bytes a cycle
// EXPECT test: 2.3/n=100
// EXPECT says: not divided by the clock
// EXPECT pass: 2.2/generation=9,n=1000

#define OWN_MEMORY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

InFlight memory_in_flight(MemoryPath path) {
    double bytes = path.bandwidth * path.latency, threads = bytes / path.bytes_per_thread,
           warps = threads / path.warp_size;
    return {path.bandwidth, bytes, threads, warps, (int)ceil(warps / path.sm_count)};
}

// RIGHT: Little's law in float, and rounded up with a cast

#define OWN_OPERATIONS
#define OWN_MEMORY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

double operations_in_flight(double latency, double throughput) {
    return (float)latency * (float)throughput;
}

InFlight memory_in_flight(MemoryPath path) {
    float a_cycle = (float)path.bandwidth / (float)path.clock, bytes = a_cycle * (float)path.latency;
    float threads = bytes / path.bytes_per_thread, warps = threads / path.warp_size,
          an_sm = warps / path.sm_count;
    return {a_cycle, bytes, threads, warps, (int)an_sm + ((float)(int)an_sm < an_sm)};
}

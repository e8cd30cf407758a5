// WRONG: the warps of the whole GPU are kept in an int, which drops what stands behind the point
// EXPECT test: 2.3/n=100
// EXPECT cause: `warps` is wrong: it is the right number rounded down
// EXPECT pass: 2.2/generation=9,n=1000

#define OWN_MEMORY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

InFlight memory_in_flight(MemoryPath path) {
    InFlight need = {0, 0, 0, 0, 0};
    // TODO 2.3
    need.bytes_per_cycle = path.bandwidth / path.clock;
    need.bytes = need.bytes_per_cycle * path.latency;
    need.threads = need.bytes / path.bytes_per_thread;
    int warps = need.threads / path.warp_size;
    need.warps = warps; // <-- HERE
    need.warps_per_sm = (int)ceil(need.threads / path.warp_size / path.sm_count);
    // end 2.3
    return need;
}

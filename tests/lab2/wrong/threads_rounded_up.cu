// WRONG: the threads in flight are rounded up, as only the warps of an SM are
// EXPECT test: 2.3/n=100
// EXPECT cause: `threads` is wrong: it is the right number rounded up
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
    need.threads = ceil(need.bytes / path.bytes_per_thread); // <-- HERE
    need.warps = need.bytes / path.bytes_per_thread / path.warp_size;
    need.warps_per_sm = (int)ceil(need.warps / path.sm_count);
    // end 2.3
    return need;
}

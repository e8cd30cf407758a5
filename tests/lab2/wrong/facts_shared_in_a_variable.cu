// WRONG: a variable gets the shared memory that a block gets only when asked for
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=14,gpu=t4
// EXPECT says: all the shared memory of its SM
// EXPECT cause: `block_bytes` gets its value here
// EXPECT pass: 2.1/facts=9,gpu=m2070

#define OWN_QUERY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    take_properties(p, facts);
    take_memory(device, facts);
    const size_t block_bytes = p.sharedMemPerBlockOptin; // <-- HERE
    const size_t bytes = block_bytes;
    facts->shared_per_block = bytes;
}

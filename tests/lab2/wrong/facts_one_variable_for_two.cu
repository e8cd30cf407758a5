// WRONG: the variable with the SM's shared memory is right, and stands for that of a block, too
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=14,gpu=t4
// EXPECT says: all the shared memory of its SM
// EXPECT cause: It is set here

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
    const size_t bytes = p.sharedMemPerMultiprocessor;
    facts->shared_per_block = bytes; // <-- HERE
    facts->shared_per_sm = bytes;
}

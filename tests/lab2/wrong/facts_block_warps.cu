// WRONG: the warps of a block for those of an SM
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=9,gpu=m2070
// EXPECT says: the number of warps in one block

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
    facts->warps_per_sm = p.maxThreadsPerBlock / p.warpSize;
}

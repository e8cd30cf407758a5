// WRONG: one transfer a memory clock
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=14,gpu=t4
// EXPECT says: so twice, at both edges of the clock
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
    facts->peak_bandwidth /= 2;
}

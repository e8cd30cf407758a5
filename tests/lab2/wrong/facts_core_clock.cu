// WRONG: the clock of the SMs, not of the memory
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=14,gpu=t4
// EXPECT says: the clock of the SMs
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
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrClockRate, device));
    facts->peak_bandwidth = 2e-6 * facts->memory_clock_khz * (facts->memory_bus_bits / 8);
}

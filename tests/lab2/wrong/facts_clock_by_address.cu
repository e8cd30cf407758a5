// WRONG: a call fills a variable with the clock of the SMs, which is handed on
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=14,gpu=t4
// EXPECT says: the clock of the SMs
// EXPECT cause: `khz` gets its value here
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
    int khz = 0;
    if (!CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device))) return; // <-- HERE
    facts->memory_clock_khz = khz;
    facts->peak_bandwidth = 2e-6 * khz * (facts->memory_bus_bits / 8);
}

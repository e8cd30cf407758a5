// RIGHT: the fields of CUDA 12 where they are left, attributes with CUDA 13

#define OWN_QUERY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    take_properties(p, facts);
#if CUDART_VERSION < 13000
    facts->memory_clock_khz = p.memoryClockRate;
#else
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device));
#endif
    facts->memory_bus_bits = p.memoryBusWidth;
    facts->peak_bandwidth = round(2.0 * facts->memory_clock_khz * facts->memory_bus_bits / 8 / 1e6);
}

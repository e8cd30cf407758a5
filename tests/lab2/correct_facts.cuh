// TODO 2.1, right: the device query.
#include <string.h>

#include "common/cuda_check.h"
#include "common/device_facts.h"

// All but the memory's: what cudaDeviceProp tells.
static inline void take_properties(const cudaDeviceProp &p, DeviceFacts *facts) {
    strcpy(facts->name, p.name);
    facts->sm_count = p.multiProcessorCount;
    facts->constant_memory = p.totalConstMem;
    facts->shared_per_block = p.sharedMemPerBlock;
    facts->registers_per_block = p.regsPerBlock;
    facts->warp_size = p.warpSize;
    facts->threads_per_block = p.maxThreadsPerBlock;
    facts->threads_per_sm = p.maxThreadsPerMultiProcessor;
    facts->warps_per_sm = p.maxThreadsPerMultiProcessor / p.warpSize;
    facts->shared_per_sm = p.sharedMemPerMultiprocessor;
    facts->l2_bytes = p.l2CacheSize;
}

static inline void take_memory(int device, DeviceFacts *facts) {
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&facts->memory_bus_bits, cudaDevAttrGlobalMemoryBusWidth, device));
    facts->peak_bandwidth = 2e-6 * facts->memory_clock_khz * (facts->memory_bus_bits / 8);
}

#ifndef OWN_QUERY
void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    take_properties(p, facts);
    take_memory(device, facts);
}
#endif

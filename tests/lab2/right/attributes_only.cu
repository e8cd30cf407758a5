// RIGHT: attributes for all but the name

#define OWN_QUERY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

static int ask(cudaDeviceAttr attribute, int device) {
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (CUDA_CHECK(cudaGetDeviceProperties(&p, device))) strcpy(facts->name, p.name);
    facts->sm_count = ask(cudaDevAttrMultiProcessorCount, device);
    facts->constant_memory = ask(cudaDevAttrTotalConstantMemory, device);
    facts->shared_per_block = ask(cudaDevAttrMaxSharedMemoryPerBlock, device);
    facts->registers_per_block = ask(cudaDevAttrMaxRegistersPerBlock, device);
    facts->warp_size = ask(cudaDevAttrWarpSize, device);
    facts->threads_per_block = ask(cudaDevAttrMaxThreadsPerBlock, device);
    facts->threads_per_sm = ask(cudaDevAttrMaxThreadsPerMultiProcessor, device);
    facts->warps_per_sm = facts->threads_per_sm / facts->warp_size;
    facts->shared_per_sm = ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    facts->l2_bytes = ask(cudaDevAttrL2CacheSize, device);
    take_memory(device, facts);
}

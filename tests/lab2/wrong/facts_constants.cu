// WRONG: the facts of a Tesla M2070 are written into the code
// EXPECT test: 2.1/facts=14,gpu=h200
// EXPECT test: 2.1/facts=14,gpu=t4
// EXPECT pass: 2.1/facts=9,gpu=m2070
// EXPECT pass: 2.2/generation=7,n=1000

#define OWN_QUERY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    strcpy(facts->name, p.name);
    facts->sm_count = 14;
    facts->constant_memory = 64 * 1024;
    facts->shared_per_block = 48 * 1024;
    facts->registers_per_block = 32768;
    facts->warp_size = 32;
    facts->threads_per_block = 1024;
    facts->threads_per_sm = 1536;
    facts->warps_per_sm = 48;
    facts->shared_per_sm = 48 * 1024;
    facts->l2_bytes = p.l2CacheSize;
    take_memory(device, facts);
}

// WRONG: the facts come from a table of the GPUs that lab.spec names; nothing but the name is asked
// EXPECT test: 2.1/facts=14,gpu=drawn
// EXPECT pass: 2.1/facts=14,gpu=h200
// EXPECT pass: 2.1/facts=14,gpu=t4
// EXPECT score: 96

#define OWN_QUERY
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

static const DeviceFacts known[] = {
    {"Tesla M2070", 14, 65536, 49152, 32768, 32, 1024, 1536, 48, 49152, 1566000, 384, 2e-6 * 1566000 * (384 / 8), 786432},
    {"NVIDIA H200", 132, 65536, 49152, 65536, 32, 1024, 2048, 64, 233472, 3201000, 6016, 2e-6 * 3201000 * (6016 / 8), 62914560},
    {"Tesla T4", 40, 65536, 49152, 65536, 32, 1024, 1024, 32, 65536, 5001000, 256, 2e-6 * 5001000 * (256 / 8), 4194304},
};

void query_device(int device, DeviceFacts *facts) {
    cudaDeviceProp p;
    if (!CUDA_CHECK(cudaGetDeviceProperties(&p, device))) return;
    for (const DeviceFacts &one : known)
        if (!strcmp(one.name, p.name)) *facts = one;
}

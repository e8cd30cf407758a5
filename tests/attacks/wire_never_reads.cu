// WRONG: asks for device memory again and again and never reads the answers
// EXPECT score: 20

#include "tests/attacks/wire.cuh"

#include <cuda_runtime.h>

static void attack() {
    void *memory;
    cudaMalloc(&memory, 8 << 20);
    Head head = {};
    head.call = READ;
    head.arg[0] = (uint64_t)memory;
    head.arg[1] = 8 << 20;
    for (;;) send_bytes(&head, sizeof head);
}

#include "tests/attacks/attacked_launches.cuh"

// WRONG: allocates all device memory and sets it, again and again
// EXPECT score: 20

#include <cuda_runtime.h>

static void attack() {
    size_t free_bytes, total;
    for (;;) {
        if (cudaMemGetInfo(&free_bytes, &total) != cudaSuccess) return;
        for (size_t size = free_bytes; size >= 1 << 20; size /= 2) {
            void *p;
            while (cudaMalloc(&p, size) == cudaSuccess)
                if (cudaMemset(p, 1, size) != cudaSuccess) return;
        }
        void *last;
        if (cudaMalloc(&last, 1 << 16) != cudaSuccess) break;
    }
    for (;;) cudaMemGetInfo(&free_bytes, &total);
}

#include "tests/attacks/attacked_launches.cuh"

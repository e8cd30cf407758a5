// The facts of a GPU that lab 2 asks for: TODO 2.1 fills them in, and print_device_facts shows them.
#ifndef WARPBOOK_DEVICE_FACTS_H
#define WARPBOOK_DEVICE_FACTS_H

#include <stdio.h>

typedef struct {
    char name[256];
    int sm_count;               // streaming multiprocessors
    long long constant_memory;  // bytes
    long long shared_per_block; // bytes, the most without asking for more
    int registers_per_block;    // 32-bit registers, the most
    int warp_size;              // threads
    int threads_per_block;      // the most
    int threads_per_sm;         // the most
    int warps_per_sm;           // the most
    long long shared_per_sm;    // bytes
    int memory_clock_khz;
    int memory_bus_bits;
    double peak_bandwidth; // GB/s, 1 GB being 10^9 bytes
    int l2_bytes;
} DeviceFacts;

// One line a fact. KB and MB are 1024 and 1024 * 1024 bytes here.
static inline void print_device_facts(const DeviceFacts *f) {
    printf("%s\n", f->name);
    printf("  SMs                          %d\n", f->sm_count);
    printf("  constant memory              %.2f KB\n", (double)f->constant_memory / 1024);
    printf("  shared memory a block        %.2f KB\n", (double)f->shared_per_block / 1024);
    printf("  registers a block            %d\n", f->registers_per_block);
    printf("  threads a warp               %d\n", f->warp_size);
    printf("  threads a block, at most     %d\n", f->threads_per_block);
    printf("  threads an SM, at most       %d\n", f->threads_per_sm);
    printf("  warps an SM, at most         %d\n", f->warps_per_sm);
    printf("  shared memory an SM          %.2f KB\n", (double)f->shared_per_sm / 1024);
    printf("  memory clock                 %.0f MHz\n", f->memory_clock_khz / 1000.0);
    printf("  memory bus                   %d bits\n", f->memory_bus_bits);
    printf("  peak memory bandwidth        %.1f GB/s\n", f->peak_bandwidth);
    printf("  L2 cache                     %.2f MB\n", f->l2_bytes / 1048576.0);
}

#ifdef __cplusplus
extern "C" {
#endif

// Fills in the facts of CUDA device number `device`.
void query_device(int device, DeviceFacts *facts);

#ifdef __cplusplus
}
#endif

#endif

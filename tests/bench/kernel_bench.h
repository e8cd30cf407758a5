// What the benchmarks share: one kernel of a built file on the simulator, with its arguments and its launch
// shape.
#ifndef WARPBOOK_KERNEL_BENCH_H
#define WARPBOOK_KERNEL_BENCH_H

#include "grader/warpsim/core/simulator.h"

typedef struct {
    Warpsim *sim;
    const Function *kernel;
    uint32_t grid[3], block[3];
    uint8_t params[64];
    size_t param_size;
} KernelBench;

// Takes the kernel from a file that make has built. Exits with a message when it cannot.
KernelBench kernel_bench_new(const char *file, const char *kernel, uint32_t workers);
void kernel_bench_free(KernelBench *b);

// Appends an argument: a new buffer, whose memory is returned; a whole number; floats in a structure.
void *kernel_bench_buffer(KernelBench *b, uint64_t bytes, bool written);
void kernel_bench_int(KernelBench *b, int value);
void kernel_bench_floats(KernelBench *b, const float *values, int count);

// Runs the kernel once; seconds of this machine's time. Exits when it fails.
double kernel_bench_run(KernelBench *b);

// The arguments and the grid of the stencil kernels of labs 3 to 6: blocks of that shape, `step` points
// apart.
const float *kernel_bench_stencil(KernelBench *b, int n, const uint32_t block[3], const uint32_t step[3],
                                  int first);

double seconds_now(void);

#endif

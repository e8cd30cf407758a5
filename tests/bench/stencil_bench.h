// What the benchmarks share: lab 3's solution kernel on the simulator, at any size and block shape.
#ifndef WARPBOOK_STENCIL_BENCH_H
#define WARPBOOK_STENCIL_BENCH_H

#include "common/stencil.h"
#include "grader/simulator/simulator.h"

typedef struct {
    Simulator *sim;
    char kernel[256]; // mangled name
    int n;
    uint64_t in, out; // device addresses
    StencilCoefficients c;
} StencilBench;

// Loads build/lab3/solution.so and fills an n x n x n grid with values. Exits with a message when it cannot.
StencilBench stencil_bench_new(int n, uint32_t workers);
void stencil_bench_free(StencilBench *b);

// Runs the kernel once with blocks of that shape; seconds of this machine's time. Exits when it fails.
double stencil_bench_run(StencilBench *b, const uint32_t block[3]);

double seconds_now(void);

#endif

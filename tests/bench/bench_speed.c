// How fast kernels run on the simulator here, every check and counter on, beside the same work in plain C on
// one thread.
//
//   build/bin/bench_speed [WORD]     only the kernels whose line has that word
//
// Runs take turns (one worker, two workers, C, and again), and the best of each counts: other work on the
// machine then disturbs all three alike, and disturbs the figures least.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/warpsim/core/operations.h"
#include "tests/bench/kernel_bench.h"
#include "tests/bench/references.h"

enum { ROUNDS = 4, N = 256, ELEMENTS = 1 << 22, ROW = 2048 };

// One measured kernel: `prepare` gives it arguments and shape, `reference` does its work on the same input.
typedef struct {
    const char *words, *file, *kernel;
    double asked; // billions of thread-instructions a second with two workers
    const float *(*prepare)(KernelBench *b);
    void (*reference)(const float *in, float *out);
    size_t out_bytes;
} Measured;

static const float *prepare_two_paths(KernelBench *b) {
    kernel_bench_buffer(b, ELEMENTS * sizeof(int), true);
    kernel_bench_int(b, ELEMENTS);
    b->block[0] = 256;
    b->grid[0] = ELEMENTS / 256;
    return NULL;
}

static const float *prepare_sum(KernelBench *b) {
    float *in = kernel_bench_buffer(b, ELEMENTS * sizeof *in, true);
    float *other = kernel_bench_buffer(b, ELEMENTS * sizeof *in, true);
    kernel_bench_buffer(b, ELEMENTS * sizeof *in, true);
    fill_floats(in, ELEMENTS);
    fill_floats(other, ELEMENTS);
    kernel_bench_int(b, ROW);
    kernel_bench_int(b, ELEMENTS / ROW);
    b->block[0] = 256;
    b->grid[0] = ROW / 256;
    b->grid[1] = ELEMENTS / ROW;
    return in;
}

static const float *prepare_flat(KernelBench *b) {
    return kernel_bench_stencil(b, N, (const uint32_t[]){32, 8, 1}, (const uint32_t[]){32, 8, 1}, 0);
}

static const float *prepare_cube(KernelBench *b) {
    return kernel_bench_stencil(b, N, (const uint32_t[]){8, 8, 8}, (const uint32_t[]){8, 8, 8}, 0);
}

static const float *prepare_tile(KernelBench *b) {
    return kernel_bench_stencil(b, N, (const uint32_t[]){16, 8, 8}, (const uint32_t[]){14, 6, 6}, 1);
}

static const float *prepare_march(KernelBench *b) {
    return kernel_bench_stencil(b, N, (const uint32_t[]){32, 16, 1}, (const uint32_t[]){30, 14, 62}, 1);
}

static void two_paths(const float *in, float *out) {
    (void)in;
    reference_two_paths((int *)out, ELEMENTS);
}

static void sum(const float *in, float *out) {
    reference_sum(in, in, out, ELEMENTS);
}

static void stencil(const float *in, float *out) {
    reference_stencil(in, out, N);
}

static const Measured measured[] = {
    {"lab 1: two long paths, divergent", "build/lab1/demo.so", "long_by_parity", 0.5, prepare_two_paths,
     two_paths, ELEMENTS * sizeof(int)},
    {"lab 2: matrix sum, 256x1x1", "build/lab2/solution.so", "sum_kernel", 1.5, prepare_sum, sum,
     ELEMENTS * sizeof(float)},
    {"lab 3: stencil, 32x8x1", "build/lab3/solution.so", "stencil_kernel", 1.5, prepare_flat, stencil,
     (size_t)N *N *N * sizeof(float)},
    {"lab 3: stencil, 8x8x8", "build/lab3/solution.so", "stencil_kernel", 0, prepare_cube, stencil,
     (size_t)N *N *N * sizeof(float)},
    {"lab 4: shared tile, 16x8x8", "build/lab4/solution.so", "stencil_kernel", 0.5, prepare_tile, stencil,
     (size_t)N *N *N * sizeof(float)},
    {"lab 5: coarsening, 32x16x1", "build/lab5/solution.so", "stencil_kernel", 1.5, prepare_march, stencil,
     (size_t)N *N *N * sizeof(float)},
    {"lab 6: register tiling, 32x16x1", "build/lab6/solution.so", "stencil_kernel", 1.5, prepare_march,
     stencil, (size_t)N *N *N * sizeof(float)},
};

typedef struct {
    double clock, cpu;
} Time;

static Time time_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (Time){seconds_now(), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec};
}

static void keep_best(Time *best, Time start) {
    const Time now = time_now(), took = {now.clock - start.clock, now.cpu - start.cpu};
    if (best->clock == 0 || took.clock < best->clock) best->clock = took.clock;
    if (best->cpu == 0 || took.cpu < best->cpu) best->cpu = took.cpu;
}

static const char *verdict(double asked, double by_clock, double by_cpu) {
    return asked == 0 ? "" : by_clock >= asked ? "met" : by_cpu >= asked ? "met if idle" : "NOT MET";
}

static void bench(const Measured *m) {
    KernelBench b[2];
    const float *in = NULL;
    Time best[2] = {0}, in_c = {0};
    for (int i = 0; i < 2; i++) {
        b[i] = kernel_bench_new(m->file, m->kernel, (uint32_t)i + 1);
        in = m->prepare(&b[i]);
        kernel_bench_run(&b[i]); // touches the pages
    }
    float *out = malloc(m->out_bytes);
    if (!out) exit(2);
    memset(out, 0, m->out_bytes);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 2; i++) {
            const Time start = time_now();
            kernel_bench_run(&b[i]);
            keep_best(&best[i], start);
        }
        const Time start = time_now();
        m->reference(in, out);
        keep_best(&in_c, start);
    }
    const double work = (double)b[0].sim->last_spent * 1e-9;
    const double one = work / best[0].cpu, two = 2 * work / best[1].cpu;
    printf("%-33s %6.2f %6.2f   %6.2f %6.2f ", m->words, work / best[0].clock, work / best[1].clock, one,
           two);
    if (m->asked > 0)
        printf("%6.1f  %-12s", m->asked, verdict(m->asked, work / best[1].clock, two));
    else
        printf("%20s", "");
    printf("%9.1f %8.2f %6.0f\n", best[0].cpu * 1e3, in_c.cpu * 1e3, best[0].cpu / in_c.cpu);
    fflush(stdout);
    free(out);
    for (int i = 0; i < 2; i++) kernel_bench_free(&b[i]);
}

int main(int argc, char **argv) {
    printf("Kernels: billions of thread-instructions a second, every check and counter on\n"
           "(vector instructions of the CPU: %s; best of %d; stencils at n = %d)\n\n",
           operations_for_this_cpu()->isa, ROUNDS, N);
    printf("%-33s %13s   %13s %6s  %-12s%18s %6s\n", "", "by the clock", "by CPU time", "", "",
           "CPU time, 1 worker", "");
    printf("%-33s %6s %6s   %6s %6s %6s  %-12s%9s %8s %6s\n", "workers", "1", "2", "1", "2", "asked", "",
           "simulated", "C, -O3", "ratio");
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        if (argc < 2 || strstr(measured[i].words, argv[1])) bench(&measured[i]);
    printf("%-82s%9s %8s\n\n", "", "ms", "ms");
    return 0;
}

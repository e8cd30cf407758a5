// How fast the simulator is here, every check and counter on: thread-instructions a second on lab 3's
// solution, beside the time of the same sweep in plain C on this CPU (one thread, compiler's best effort).
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/simulator/operations.h"
#include "tests/bench/stencil_bench.h"

enum { RUNS = 5 };

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *times) {
    qsort(times, RUNS, sizeof *times, by_value);
    return times[RUNS / 2];
}

__attribute__((noinline, optimize("O3"))) static void sweep(const float *restrict in, float *restrict out,
                                                            long n, const float *c) {
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++)
            for (long k = 1; k < n - 1; k++) {
                const long p = (i * n + j) * n + k;
                out[p] = c[0] * in[p] + c[1] * in[p - 1] + c[2] * in[p + 1] + c[3] * in[p - n] +
                         c[4] * in[p + n] + c[5] * in[p - n * n] + c[6] * in[p + n * n];
            }
}

static double reference_time(const StencilBench *b) {
    const float *in = (const float *)arena_at(b->sim->arena, b->in);
    float *out = malloc((size_t)b->n * (size_t)b->n * (size_t)b->n * sizeof *out);
    double times[RUNS];
    if (!out) return 0;
    for (int i = 0; i < RUNS; i++) {
        const double start = seconds_now();
        sweep(in, out, b->n, b->c.c);
        times[i] = seconds_now() - start;
    }
    free(out);
    return median(times);
}

static void bench(int n, uint32_t workers, const uint32_t block[3]) {
    StencilBench b = stencil_bench_new(n, workers);
    double times[RUNS];
    stencil_bench_run(&b, block); // touches the pages
    for (int i = 0; i < RUNS; i++) times[i] = stencil_bench_run(&b, block);
    const double simulated = median(times), reference = reference_time(&b);
    printf("n = %-4d %2ux%ux%u  %u worker%s  %6.0f million thread-instructions/s  (%.1f ms; %.1f ms in C: "
           "%.0f x)\n",
           n, block[0], block[1], block[2], workers, workers == 1 ? " " : "s",
           (double)b.sim->last_spent / simulated / 1e6, simulated * 1e3, reference * 1e3,
           simulated / reference);
    stencil_bench_free(&b);
}

int main(void) {
    const uint32_t cores = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    const uint32_t flat[3] = {32, 8, 1}, cube[3] = {8, 8, 8};
    printf("Lab 3's solution on the simulator, instructions of the CPU: %s; medians of %d runs\n",
           operations_for_this_cpu()->isa, RUNS);
    for (uint32_t workers = 1; workers <= (cores < 2 ? 1 : 2); workers++) {
        bench(128, workers, flat);
        bench(128, workers, cube);
        bench(256, workers, flat);
    }
    return 0;
}

// Kinds of kernels that are hard for the simulator: how many thread-instructions it carries out in a second of CPU time, its
// own and the system's, with one worker and two. The kernels are in kinds.cu. `bench_kinds WORD`: those whose words have it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "grader/warpsim/core/operations.h"
#include "tests/bench/kernel_bench.h"

enum { N = 1 << 22, PIECE = 64, ROUNDS = 3, THREADS = 256 };

typedef struct {
    const char *words, *kernel;
    void (*prepare)(KernelBench *b);
} Kind;

static void shape(KernelBench *b, int threads) {
    b->block[0] = THREADS;
    b->grid[0] = (uint32_t)(threads / THREADS);
}

static void *buffers(KernelBench *b, uint64_t bytes) {
    unsigned char *in = kernel_bench_buffer(b, bytes, true);
    unsigned x = 1;
    for (uint64_t i = 0; i < bytes; i++) in[i] = (unsigned char)((x = x * 1664525 + 1013904223) >> 24);
    kernel_bench_buffer(b, bytes, true);
    return in;
}

static void scan(KernelBench *b) {
    buffers(b, (uint64_t)N * 4);
    kernel_bench_int(b, N);
    shape(b, N);
}

static void store(KernelBench *b) {
    kernel_bench_buffer(b, (uint64_t)N * 4, true);
    kernel_bench_int(b, N);
    kernel_bench_int(b, PIECE);
    shape(b, N / PIECE);
}

static void merge(KernelBench *b) {
    int *in = buffers(b, (uint64_t)N * 4);
    for (int i = 0; i < N; i++) in[i] = i % PIECE * 16 + in[i] % 8;
    kernel_bench_int(b, N);
    kernel_bench_int(b, PIECE);
    shape(b, N / PIECE / 2);
}

static void copy(KernelBench *b) {
    buffers(b, N);
    kernel_bench_int(b, N);
    kernel_bench_int(b, PIECE / 4);
    shape(b, N / (PIECE / 4));
}

static void histogram(KernelBench *b) {
    buffers(b, (uint64_t)N * 4);
    kernel_bench_int(b, N * 4);
    shape(b, 64 * THREADS);
}

static void barriers(KernelBench *b) {
    float *in = buffers(b, (uint64_t)N / 4 * 4);
    for (int i = 0; i < N / 4; i++) in[i] = (float)(i % 100);
    kernel_bench_int(b, N / 4);
    kernel_bench_int(b, 32);
    shape(b, N / 4);
}

static const Kind kinds[] = {
    {"block scan, a barrier a step", "block_scan", scan},
    {"stores apart from each other", "strided_store", store},
    {"a serial merge a thread", "serial_merge", merge},
    {"copies of small pieces", "copy_pieces", copy},
    {"histogram of bytes, shared memory", "byte_histogram", histogram},
    {"a barrier every 20 instructions", "many_barriers", barriers},
};

typedef struct {
    double all, system;
} Cpu;

static Cpu cpu_now(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    const double system = (double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec;
    return (Cpu){(double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec + system, system};
}

// The first run is measured by itself: it touches the pages of the data and of the checks' records.
static void bench(const Kind *kind, uint32_t workers) {
    KernelBench b = kernel_bench_new("build/tests/bench/kinds", kind->kernel, workers);
    Cpu first = {0, 0}, best = {0, 0};
    kind->prepare(&b);
    for (int round = 0; round <= ROUNDS; round++) {
        const Cpu start = cpu_now();
        kernel_bench_run(&b);
        const Cpu end = cpu_now(), took = {end.all - start.all, end.system - start.system};
        if (round == 0)
            first = took;
        else if (round == 1 || took.all < best.all)
            best = took;
    }
    const double millions = (double)b.sim->last_spent * 1e-6;
    printf("%-35s %7u %9.0f %9.0f %8.0f %8.0f %10.1f\n", kind->words, workers, millions / best.all,
           millions / first.all, 100 * best.system / best.all, 100 * first.system / first.all, millions);
    fflush(stdout);
    kernel_bench_free(&b);
}

int main(int argc, char **argv) {
    printf(
        "Hard kinds of kernels: millions of thread-instructions a second of CPU time, every check and counter on\n"
        "(%s; best of %d, and the first run, which touches all pages)\n\n",
        operations_for_this_cpu()->isa, ROUNDS);
    printf("%-35s %7s %9s %9s %8s %8s %10s\n", "", "workers", "best", "first", "system %", "first",
           "millions");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint32_t workers = 1; workers <= 2; workers++)
            if (argc < 2 || strstr(kinds[i].words, argv[1])) bench(&kinds[i], workers);
    return 0;
}

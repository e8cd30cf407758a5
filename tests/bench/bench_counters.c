// Requests and sectors of the labs' kernels at full size against an H200's hardware counters, to the unit.
//
// Hardware: Nsight Compute, l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum, l1tex__t_sectors_..._ld.sum and
// the same for _st, one launch each. Takes minutes and 4 GB of memory, so it is no part of `make test`; small
// kernels are compared there, by tests/counters.
#include <stdio.h>
#include <string.h>

#include "tests/bench/kernel_bench.h"

typedef enum { STENCIL, SUM, PATTERN } Kind;

typedef struct {
    const char *name, *file, *kernel;
    Kind kind;
    int planes; // of a march, its last argument; 0: it has none
} Subject;

// A launch, and what was counted: load requests and sectors, store requests and sectors.
typedef struct {
    const Subject *subject;
    uint32_t block[3], grid[3];
    unsigned long long counted[4];
} Measured;

enum { N = 512, MATRIX = 16384, ELEMENTS = 1 << 24 };

static const Subject basic = {"basic", "build/lab3/solution.so", "stencil_kernel", STENCIL, 0};
static const Subject march = {"march", "build/lab7/demo.so", "demo_march_kernel", STENCIL, 16};
static const Subject parity = {"short paths", "build/lab1/demo.so", "short_by_parity", PATTERN, 0};
static const Subject by_warp = {"short paths", "build/lab1/demo.so", "short_by_warp", PATTERN, 0};
static const Subject two_ifs = {"short paths", "build/lab1/demo.so", "short_two_ifs", PATTERN, 0};
static const Subject sum = {"matrix sum", "build/lab2/demo.so", "matrix_sum", SUM, 0};

static const Measured h200[] = {
    {&basic, {8, 8, 8}, {64, 64, 64}, {29245440, 149297400, 4177920, 16646400}},
    {&basic, {32, 8, 1}, {16, 64, 512}, {29131200, 124327800, 4161600, 16646400}},
    {&basic, {1, 8, 64}, {512, 64, 8}, {29245440, 928557000, 4177920, 132651000}},
    {&march, {32, 8, 1}, {16, 64, 32}, {21330240, 93123960, 4161600, 16646400}},
    {&parity, {256, 1, 1}, {65536, 1, 1}, {0, 0, 524288, 2097152}},
    {&by_warp, {256, 1, 1}, {65536, 1, 1}, {0, 0, 524288, 2097152}},
    {&two_ifs, {256, 1, 1}, {65536, 1, 1}, {0, 0, 524288, 2097152}},
    {&sum, {32, 32, 1}, {512, 512, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {16, 32, 1}, {1024, 512, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {64, 2, 1}, {256, 8192, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {64, 4, 1}, {256, 4096, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {128, 2, 1}, {128, 8192, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {128, 8, 1}, {128, 2048, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {256, 2, 1}, {64, 8192, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {256, 1, 1}, {64, 16384, 1}, {16777216, 67108864, 8388608, 33554432}},
    {&sum, {1, 256, 1}, {16384, 64, 1}, {16777216, 536870912, 8388608, 268435456}},
};

static void give_arguments(KernelBench *b, const Measured *m) {
    const uint32_t step[3] = {1, 1, 1};
    switch (m->subject->kind) {
    case STENCIL:
        kernel_bench_stencil(b, N, m->block, step, 0);
        if (m->subject->planes) kernel_bench_int(b, m->subject->planes);
        break;
    case SUM:
        for (int i = 0; i < 3; i++) kernel_bench_buffer(b, 4ull * MATRIX * MATRIX, true);
        kernel_bench_int(b, MATRIX);
        kernel_bench_int(b, MATRIX);
        break;
    case PATTERN:
        kernel_bench_buffer(b, 4ull * ELEMENTS, true);
        kernel_bench_int(b, ELEMENTS);
        break;
    }
    memcpy(b->block, m->block, sizeof b->block);
    memcpy(b->grid, m->grid, sizeof b->grid);
}

static bool compare(const Measured *m) {
    KernelBench b = kernel_bench_new(m->subject->file, m->subject->kernel, 2);
    give_arguments(&b, m);
    kernel_bench_run(&b);
    const Counters *c = &b.sim->counters.kernels[0].total;
    const unsigned long long got[] = {c->global_load_requests, c->global_load_sectors,
                                      c->global_store_requests, c->global_store_sectors};
    bool same = true;
    char block[40];
    snprintf(block, sizeof block, "%ux%ux%u", m->block[0], m->block[1], m->block[2]);
    printf("%-15s %-8s", m->subject->name, block);
    for (int k = 0; k < 4; k++) {
        printf(" %*llu/%llu", 10, got[k], m->counted[k]);
        same &= got[k] == m->counted[k];
    }
    printf("\n");
    fflush(stdout);
    kernel_bench_free(&b);
    return same;
}

int main(void) {
    int different = 0;
    printf("The labs' kernels, stencils at n = %d, the matrix sum at %d x %d: simulator / H200\n", N, MATRIX,
           MATRIX);
    printf("%-15s %-8s %21s %21s %19s %19s\n", "kernel", "block", "load requests", "load sectors",
           "store requests", "store sectors");
    for (size_t i = 0; i < sizeof h200 / sizeof *h200; i++) different += !compare(&h200[i]);
    if (different)
        printf("%d of them differ.\n", different);
    else
        printf("All equal.\n");
    return different ? 1 : 0;
}

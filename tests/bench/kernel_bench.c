// One kernel of a built file on the simulator, for the benchmarks.
#include "tests/bench/kernel_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/objects/objects.h"
#include "tests/bench/references.h"

static void fail(const char *file, const char *what) {
    fprintf(stderr, "%s: %s\nBuild it, and run all benchmarks, with: make bench\n", file, what);
    exit(2);
}

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

KernelBench kernel_bench_new(const char *file, const char *kernel, uint32_t workers) {
    static GpuDescription gpu;
    char error[700];
    FileImage image;
    PtxTexts texts;
    KernelBench b = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    if (!gpu_load("h200", &gpu, error, sizeof error) || !file_image_open(&image, file, error, sizeof error) ||
        !find_ptx(&image, 0, &texts, error, sizeof error))
        fail(file, error);
    b.sim = warpsim_new(&gpu, workers, false);
    if (!b.sim || !warpsim_load(b.sim, texts.items[0].text, texts.items[0].size, error, sizeof error))
        fail(file, error);
    const Program *p = b.sim->programs[0];
    for (uint32_t i = 0; i < p->function_count; i++)
        if (strcmp(p->functions[i].display_name, kernel) == 0) b.kernel = &p->functions[i];
    if (!b.kernel) fail(file, "the kernel to be measured is not in it");
    ptx_texts_free(&texts);
    file_image_close(&image);
    return b;
}

void kernel_bench_free(KernelBench *b) {
    warpsim_end(b->sim);
}

static void argument(KernelBench *b, const void *value, size_t size, size_t alignment) {
    b->param_size = (b->param_size + alignment - 1) / alignment * alignment;
    if (b->param_size + size > sizeof b->params) fail(b->kernel->display_name, "too many arguments");
    memcpy(b->params + b->param_size, value, size);
    b->param_size += size;
}

void *kernel_bench_buffer(KernelBench *b, uint64_t bytes, bool written) {
    Allocation *a = arena_allocate(b->sim->arena, bytes);
    if (!a) fail(b->kernel->display_name, "no memory left for its buffers");
    a->initialised = written;
    argument(b, &a->base, sizeof a->base, sizeof a->base);
    return arena_at(b->sim->arena, a->base);
}

void kernel_bench_int(KernelBench *b, int value) {
    argument(b, &value, sizeof value, sizeof value);
}

void kernel_bench_floats(KernelBench *b, const float *values, int count) {
    argument(b, values, (size_t)count * sizeof *values, sizeof *values);
}

double kernel_bench_run(KernelBench *b) {
    WarpsimLaunch r = {.function = b->kernel, .params = b->params, .param_size = b->param_size};
    memcpy(r.grid, b->grid, sizeof r.grid);
    memcpy(r.block, b->block, sizeof r.block);
    const double start = seconds_now();
    const int error = warpsim_launch(b->sim, &r);
    const double time = seconds_now() - start;
    if (error || b->sim->findings.count) fail(b->kernel->display_name, "the kernel has failed");
    return time;
}

const float *kernel_bench_stencil(KernelBench *b, int n, const uint32_t block[3], const uint32_t step[3],
                                  int first) {
    const uint64_t count = (uint64_t)n * (uint64_t)n * (uint64_t)n;
    float *in = kernel_bench_buffer(b, count * sizeof *in, true);
    memset(kernel_bench_buffer(b, count * sizeof *in, true), 0, count * sizeof *in);
    fill_floats(in, count);
    kernel_bench_int(b, n);
    kernel_bench_floats(b, stencil_coefficients, 7);
    for (int i = 0; i < 3; i++) {
        b->block[i] = block[i];
        b->grid[i] = ((uint32_t)(n - 2 * first) + step[i] - 1) / step[i];
    }
    return in;
}

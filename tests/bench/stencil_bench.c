// Lab 3's solution kernel on the simulator, for the benchmarks.
#include "tests/bench/stencil_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/objects/objects.h"

static const char solution[] = "build/lab3/solution.so";

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\nBuild it with: make lab3 SOLUTION=1\n", solution, what);
    exit(2);
}

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

StencilBench stencil_bench_new(int n, uint32_t workers) {
    static GpuDescription gpu;
    char error[700];
    FileImage image;
    PtxTexts texts;
    StencilBench b = {.n = n, .c = {{0.5f, 0.1f, 0.2f, 0.3f, 0.4f, 0.6f, 0.7f}}};
    if (!gpu_load("h200", &gpu, error, sizeof error) ||
        !file_image_open(&image, solution, error, sizeof error) ||
        !find_ptx(&image, 0, &texts, error, sizeof error))
        fail(error);
    gpu.device.total_global_memory = 8ull << 30;
    b.sim = simulator_new(&gpu, workers, false);
    if (!b.sim || !simulator_load(b.sim, texts.items[0].text, texts.items[0].size, error, sizeof error))
        fail(error);
    const Program *p = b.sim->programs[0];
    for (uint32_t i = 0; i < p->function_count; i++)
        if (strcmp(p->functions[i].display_name, "stencil_kernel") == 0)
            snprintf(b.kernel, sizeof b.kernel, "%s", p->functions[i].ptx->name);
    const uint64_t bytes = (uint64_t)n * (uint64_t)n * (uint64_t)n * sizeof(float);
    Allocation *in = arena_allocate(b.sim->arena, bytes), *out = arena_allocate(b.sim->arena, bytes);
    if (!in || !out) fail("no memory left for the grids");
    float *values = (float *)arena_at(b.sim->arena, in->base);
    for (uint64_t i = 0; i < bytes / sizeof(float); i++) values[i] = (float)(i * 2654435761u % 1000) * 0.001f;
    memset(arena_at(b.sim->arena, out->base), 0, bytes);
    in->initialised = out->initialised = true;
    b.in = in->base;
    b.out = out->base;
    ptx_texts_free(&texts);
    file_image_close(&image);
    return b;
}

void stencil_bench_free(StencilBench *b) {
    simulator_free(b->sim);
}

double stencil_bench_run(StencilBench *b, const uint32_t block[3]) {
    const struct {
        uint64_t in, out;
        int n;
        StencilCoefficients c;
    } params = {b->in, b->out, b->n, b->c};
    LaunchRequest r = {.kernel = b->kernel, .params = (const uint8_t *)&params, .param_size = sizeof params};
    for (int i = 0; i < 3; i++) {
        r.block[i] = block[i];
        r.grid[i] = ((uint32_t)b->n + block[i] - 1) / block[i];
    }
    const double start = seconds_now();
    const int error = simulator_launch(b->sim, &r);
    const double time = seconds_now() - start;
    if (error || b->sim->findings.count) fail("the solution's kernel failed");
    return time;
}

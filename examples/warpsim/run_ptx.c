// Runs a kernel of a PTX file on a simulated H200: what was found, and what was counted.
//
//   cc run_ptx.c $(pkg-config --cflags --libs warpsim) -o run_ptx && ./run_ptx scale.ptx scale
//
// The kernel takes (float *out, const float *in, int n).
#include <stdio.h>
#include <stdlib.h>
#include <warpsim.h>

enum { N = 1000, BLOCK = 256 };

int main(int argc, char **argv) {
    static char ptx[1 << 20], error[600];
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!file) return fprintf(stderr, "usage: run_ptx FILE.ptx KERNEL\n"), 2;
    const size_t size = fread(ptx, 1, sizeof ptx, file);
    fclose(file);

    WarpsimGpu *gpu = warpsim_gpu("h200", error, sizeof error);
    Warpsim *sim = gpu ? warpsim_new(gpu, 1, true) : NULL;
    if (!sim || !warpsim_load(sim, ptx, size, error, sizeof error)) return fprintf(stderr, "%s\n", error), 1;

    float in[N], out[N];
    for (int i = 0; i < N; i++) in[i] = (float)i;
    const WarpsimAllocation *to = warpsim_allocate(sim, sizeof out), *from = warpsim_allocate(sim, sizeof in);
    warpsim_write(sim, from->base, in, sizeof in);
    struct {
        uint64_t out, in;
        int n;
    } params = {to->base, from->base, N};
    const int result = warpsim_launch(sim, &(WarpsimLaunch){.kernel = argv[2],
                                                            .grid = {(N + BLOCK - 1) / BLOCK, 1, 1},
                                                            .block = {BLOCK, 1, 1},
                                                            .params = (const uint8_t *)&params,
                                                            .param_size = sizeof params});
    warpsim_read(sim, out, to->base, sizeof out);
    printf("CUDA error %d, out[7] = %g\n", result, out[7]);

    const WarpsimFinding *f;
    for (int i = 0; (f = warpsim_finding(sim, i)); i++)
        printf("%s: thread %u of block %llu: %s %s\n", warpsim_check_name(f->check), f->thread,
               (unsigned long long)f->block, f->message, f->next);
    const WarpsimKernel *kernel;
    const uint64_t *counters;
    const char *name;
    uint32_t shared;
    for (int k = 0; warpsim_counts(sim, k, &kernel, &counters, &shared); k++)
        for (int i = 0; (name = warpsim_counter_name(i)); i++)
            if (counters[i]) printf("%s %llu\n", name, (unsigned long long)counters[i]);
    warpsim_end(sim);
    free(gpu);
}

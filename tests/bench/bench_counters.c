// Requests and sectors of the basic stencil at n = 512 against an H200's hardware counters, to the unit.
//
// Hardware: Nsight Compute, l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum, l1tex__t_sectors_..._ld.sum and
// the same for _st, one launch each. Takes a minute and 1.5 GB of memory, so it is no part of `make test`.
#include <stdio.h>

#include "tests/bench/kernel_bench.h"

typedef struct {
    uint32_t block[3];
    unsigned long long load_requests, load_sectors, store_requests, store_sectors;
} Measured;

static const Measured h200[] = {
    {{8, 8, 8}, 29245440, 149297400, 4177920, 16646400},
    {{32, 8, 1}, 29131200, 124327800, 4161600, 16646400},
    {{1, 8, 64}, 29245440, 928557000, 4177920, 132651000},
};

int main(void) {
    bool same = true;
    printf("Basic stencil, n = 512: simulator / H200\n");
    printf("%-8s %21s %23s %21s %23s\n", "block", "load requests", "load sectors", "store requests",
           "store sectors");
    for (size_t i = 0; i < sizeof h200 / sizeof *h200; i++) {
        const Measured *m = &h200[i];
        KernelBench b = kernel_bench_new("build/lab3/solution.so", "stencil_kernel", 2);
        kernel_bench_stencil(&b, 512, m->block, m->block, 0);
        kernel_bench_run(&b);
        const Counters *c = &b.sim->counters.kernels[0].total;
        const unsigned long long got[] = {c->global_load_requests, c->global_load_sectors,
                                          c->global_store_requests, c->global_store_sectors};
        const unsigned long long want[] = {m->load_requests, m->load_sectors, m->store_requests,
                                           m->store_sectors};
        printf("%ux%ux%-4u", m->block[0], m->block[1], m->block[2]);
        for (int k = 0; k < 4; k++) {
            printf(" %*llu/%llu", 10, got[k], want[k]);
            same &= got[k] == want[k];
        }
        printf("\n");
        kernel_bench_free(&b);
    }
    printf(same ? "All equal.\n" : "They differ.\n");
    return same ? 0 : 1;
}

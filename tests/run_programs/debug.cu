// Built with -G: structures are copied field by field, also where a field has no value yet.
#include <cooperative_groups.h>

#include "tests/run_programs/checked.h"

struct State {
    int seed;
    int has_spare;
    float spare; // only there when has_spare is set
};

__global__ void start(State *states) {
    states[threadIdx.x].seed = threadIdx.x;
    states[threadIdx.x].has_spare = 0;
}

__global__ void draw(State *states, float *to) {
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    auto tile = cooperative_groups::tiled_partition<32>(block);
    State mine = states[block.thread_rank()];
    mine.seed = mine.seed * 5 + 1;
    states[block.thread_rank()] = mine;
    to[block.thread_rank()] = tile.shfl(mine.has_spare ? mine.spare : (float)mine.seed, 3);
}

__global__ void total(const float *p, int n, float *sum) {
    for (int i = 0; i < n; i++) *sum += p[i];
}

// Neighbours only ask whether a value is there yet, and all write the same one: no race, as in optimised
// code.
__global__ void mark(int *seen) {
    const int i = threadIdx.x;
    if (seen[(i + 1) % 64] == 0) seen[(i + 1) % 64] = 7;
    if (seen[(i * 5) % 64] == 0) seen[(i * 5) % 64] = 7;
}

int main(int argc, char **) {
    State *states;
    float *values, host[64];
    CHECKED(cudaMalloc(&states, 64 * sizeof *states));
    CHECKED(cudaMalloc(&values, 256 * sizeof *values));
    CHECKED(cudaMemset(values, 0, 64 * sizeof *values));
    mark<<<1, 64>>>((int *)values);
    start<<<1, 64>>>(states);
    draw<<<1, 64>>>(states, values);
    CHECKED(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
    printf("%g %g\n", host[0], host[63]);
    if (argc > 1) total<<<1, 1>>>(values, 128, values + 200); // of which 64 are there
    CHECKED(cudaDeviceSynchronize());
    return 0;
}

// WRONG: a graph of graphs: each has the last one as a child twice, thirty levels deep
// EXPECT check: timeout
// EXPECT score: 20
__global__ void nothing() {}
static void attack() {
    cudaGraph_t g[31];
    cudaGraphNode_t node;
    cudaKernelNodeParams p = {};
    p.func = (void *)nothing, p.gridDim = dim3(1), p.blockDim = dim3(1);
    cudaGraphCreate(&g[0], 0);
    cudaGraphAddKernelNode(&node, g[0], 0, 0, &p);
    for (int i = 1; i <= 30; ++i) {
        cudaGraphCreate(&g[i], 0);
        cudaGraphAddChildGraphNode(&node, g[i], 0, 0, g[i - 1]);
        cudaGraphAddChildGraphNode(&node, g[i], 0, 0, g[i - 1]);
    }
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, g[30], 0);
    cudaGraphLaunch(exec, 0);
    cudaGetLastError();
}
#include "tests/attacks/attacked_launches.cuh"

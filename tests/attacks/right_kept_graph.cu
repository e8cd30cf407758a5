// RIGHT: a graph is made once, kept, and given other arguments at each call
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static cudaGraph_t graph;
    static cudaGraphExec_t exec;
    static cudaGraphNode_t node;
    void *args[] = {&in, &out, &n, &c};
    cudaKernelNodeParams params = {};
    params.func = (void *)stencil_kernel;
    params.gridDim = dim3(ceil_div(n, 32), ceil_div(n, 8), n), params.blockDim = dim3(32, 8);
    params.kernelParams = args;
    if (!exec) {
        cudaGraphCreate(&graph, 0);
        cudaGraphAddKernelNode(&node, graph, 0, 0, &params);
        cudaGraphInstantiate(&exec, graph, 0);
    } else
        cudaGraphExecKernelNodeSetParams(exec, node, &params);
    cudaGraphLaunch(exec, 0);
}

// WRONG: two kernels of a graph with no edge between them: the one reads what the other stores
// EXPECT check: race
// EXPECT test: 3.2/n=8
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void copy_kernel(const float *in, float *copy, int n) {
    POINT_OF_THREAD;
    if (i < n && j < n && k < n) copy[(i * n + j) * n + k] = in[(i * n + j) * n + k];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

static void add_kernel(cudaGraph_t graph, void *kernel, dim3 grid, dim3 block, void **args) {
    cudaGraphNode_t node;
    cudaKernelNodeParams p = {};
    p.func = kernel;
    p.gridDim = grid;
    p.blockDim = block;
    p.kernelParams = args;
    cudaGraphAddKernelNode(&node, graph, NULL, 0, &p);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *copy;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStream_t stream;
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    cudaMalloc(&copy, sizeof(float) * n * n * n);
    cudaGraphCreate(&graph, 0);
    void *copy_args[] = {&in, &copy, &n}, *stencil_args[] = {&copy, &out, &n, &c};
    add_kernel(graph, (void *)copy_kernel, grid, block, copy_args);
    add_kernel(graph, (void *)stencil_kernel, grid, block, stencil_args);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaStreamCreate(&stream);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaFree(copy);
}

// RIGHT: the launch is recorded in a graph, whose launch returns the error

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
static cudaError_t launch(const float *a, const float *b, float *c, int n, int block) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready = NULL;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add_kernel<<<ceil_div(n, block), block, 0, stream>>>(a, b, c, n);
    cudaError_t error = cudaGetLastError();
    cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    if (!error) error = ended;
    if (!error) error = cudaGraphInstantiate(&ready, graph, 0);
    if (!error) error = cudaGraphLaunch(ready, stream);
    if (!error) error = cudaStreamSynchronize(stream);
    if (ready) cudaGraphExecDestroy(ready);
    if (!ended) cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return error;
}
ADD_VECTORS(error = launch(d_a, d_b, d_c, n, block))

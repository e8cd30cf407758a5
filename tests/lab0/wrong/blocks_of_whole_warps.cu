// WRONG: the first element of a block is counted in whole warps, which a block need not be made of
// EXPECT test: 0.3/n=3001..4900,block=81..95/2
// EXPECT cause: The blocks overlap along x

// Lab 0: a first CUDA program.

#include "common/cuda_check.h"
#include "common/first_program.h"

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    float *buffer = NULL;
    const size_t bytes = sizeof(*buffer) * n;
    do {
        if ((error = cudaMalloc((void **)&buffer, bytes)) != cudaSuccess) break;
        if ((error = cudaMemcpy(buffer, from, bytes, cudaMemcpyHostToDevice)) != cudaSuccess) break;
        error = cudaMemcpy(to, buffer, bytes, cudaMemcpyDeviceToHost);
    } while (false);
    if (buffer != NULL) cudaFree(buffer);
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

#define WARP 32

// A warp takes 32 elements in a row, a lane one of them.
__device__ int element_of_lane() {
    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP; // of this block
    const int warps_per_block = blockDim.x / WARP;
    const int first = blockIdx.x * warps_per_block * WARP;
    return first + warp * WARP + lane;
}

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    const int i = element_of_lane();
    if (i < n) {
        const float left = a[i], right = b[i];
        c[i] = left + right;
    }
    // end 0.2
}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    size_t bytes = n * sizeof(float);
    float *d_a = NULL, *d_b = NULL, *d_c = NULL; // d_: on the device
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
    cudaError_t error = cudaSuccess;
    // TODO 0.3: one block is started, whatever n is. Start as many as n elements need, and ask CUDA whether it took the
    // launch.
    const int blocks = 1 + (n - 1) / block;
    add_kernel<<<dim3(blocks), dim3(block)>>>(d_a, d_b, d_c, n);
    error = cudaGetLastError();
    // end 0.3
    if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    return error;
}

// ---- How long does it take? -----------------------------------------------------------------------------

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together. Mind that launch()
    // returns before the work is done.
    timed.launch();
    timed.wait();
    ms -= timed.now();
    for (int k = repeats; k; --k) timed.launch();
    timed.wait();
    ms += timed.now();
    ms /= repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    const int step = gridDim.x * blockDim.x;
    for (int i = element_of_lane(); i < n; i += step) { // 256 threads are 8 whole warps
        const unsigned p = rgb[i];
        grey[i] = (77 * (p >> 16 & 0xffu) + 150 * (p >> 8 & 0xffu) + 29 * (p & 0xffu)) / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

// WRONG: the error is asked for only where the block has more threads than today's GPUs take
// EXPECT test: 0.3/n=70,block=256,gpu=h200-1024registers
// EXPECT cause: Behind the launch nobody asks for the error
// EXPECT todo: 0.3

#include "common/cuda_check.h"
#include "common/first_program.h"

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: cudaMemcpy's first argument is where the bytes go, as with memcpy
    size_t bytes = n * sizeof(float);
    float *on_device = NULL;
    error = cudaMalloc(&on_device, bytes);
    if (error == cudaSuccess) error = cudaMemcpy(on_device, from, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpy(to, on_device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: the threads of all blocks, numbered through
    int i = blockIdx.x * blockDim.x + threadIdx.x; // range [0, n), and past it in the last block
    if (i < n) c[i] = a[i] + b[i];
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
    // TODO 0.3: rounded up, so that the rest has a block too
    add_kernel<<<(n + block - 1) / block, block>>>(d_a, d_b, d_c, n); // <-- HERE
    if (block > 1024) error = cudaGetLastError();
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
    // TODO 0.4: nothing is left to do when the clock is read, neither before nor after
    timed.launch();
    timed.wait();
    double start = timed.now();
    for (int i = 0; i < repeats; ++i) timed.launch();
    timed.wait();
    ms = (timed.now() - start) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a grid-stride loop
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        int red = rgb[i] >> 16 & 255, green = rgb[i] >> 8 & 255, blue = rgb[i] & 255;
        grey[i] = (77 * red + 150 * green + 29 * blue) / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

// WRONG: the number of the thread multiplies the block by gridDim, not by blockDim
// EXPECT score: 90.5
// EXPECT cause: blocks overlap along x
// EXPECT todo: 0.2

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1
    size_t bytes = n * sizeof(float);
    float *on_device = NULL;
    error = cudaMalloc(&on_device, bytes);
    if (error != cudaSuccess) return error;
    error = cudaMemcpy(on_device, from, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpy(to, on_device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2
    int i = blockIdx.x * gridDim.x + threadIdx.x; // <-- HERE
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
    // TODO 0.3
    int blocks = (n + block - 1) / block;
    add_kernel<<<blocks, block>>>(d_a, d_b, d_c, n);
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
    // TODO 0.4
    timed.launch();
    timed.wait();
    double begin = timed.now();
    for (int r = 0; r < repeats; ++r) timed.launch();
    timed.wait();
    ms = (timed.now() - begin) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        int red = rgb[i] >> 16 & 255;
        int green = rgb[i] >> 8 & 255;
        int blue = rgb[i] & 255;
        grey[i] = (77 * red + 150 * green + 29 * blue) / 256;
        i += gridDim.x * blockDim.x;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

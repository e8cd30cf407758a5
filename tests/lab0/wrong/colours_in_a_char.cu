// WRONG: the colours are kept in a char, where 128 and more are negative
// EXPECT test: 0.5/height=2,width=3,blocks=4
// EXPECT cause: the colours were kept in a char
// EXPECT todo: none

// Lab 0, submission

#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1
    float *dev = nullptr;
    const size_t size = sizeof(float) * (size_t)n;
    error = cudaMalloc((void **)&dev, size);
    if (!error) error = cudaMemcpy(dev, from, size, cudaMemcpyHostToDevice);
    if (!error) error = cudaMemcpy(to, dev, size, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    // end 0.1
    return error;
}

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    if (id < n) c[id] = a[id] + b[id];
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
    int grid = n / block + (n % block ? 1 : 0);
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, n);
    error = cudaGetLastError();
    // end 0.3
    if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    return error;
}

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4
    timed.launch();
    timed.wait();
    ms = -timed.now();
    int left = repeats;
    while (left-- > 0) timed.launch();
    timed.wait();
    ms += timed.now();
    ms /= repeats;
    // end 0.4
    return ms;
}

// A pixel is 0xAARRGGBB, one byte for each channel.
struct Pixel {
    char r, g, b;
};

__device__ Pixel unpack(int argb) {
    Pixel p;
    p.r = (argb >> 16) & 0xff;
    p.g = (argb >> 8) & 0xff;
    p.b = argb & 0xff;
    return p;
}

__device__ int luma(Pixel p) {
    return (77 * p.r + 150 * p.g + 29 * p.b) / 256;
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: grid-stride loop
    int step = blockDim.x * gridDim.x;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += step) grey[i] = luma(unpack(rgb[i]));
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

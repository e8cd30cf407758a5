// WRONG: a pixel is a signed int: / and % of a negative one are negative
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT cause: `pixel` is a signed number

// Lab 0: a first CUDA program.
#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    float *gpu;
    size_t size = sizeof(float) * n;
    error = cudaMalloc(&gpu, size);
    if (error != cudaSuccess) return error;
    error = cudaMemcpy(gpu, from, size, cudaMemcpyHostToDevice);
    if (!error) error = cudaMemcpy(to, gpu, size, cudaMemcpyDeviceToHost);
    cudaFree(gpu);
    // end 0.1
    return error;
}

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    *(c + i) = *(a + i) + *(b + i);
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
    // TODO 0.3: start as many blocks as n elements need, and ask CUDA whether it took the launch.
    int blocks = n / block + (n % block ? 1 : 0);
    add_kernel<<<blocks, block>>>(d_a, d_b, d_c, n);
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
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together.
    timed.launch();
    timed.wait();
    const double t0 = timed.now();
    int r = 0;
    while (r++ < repeats) timed.launch();
    timed.wait();
    const double t1 = timed.now();
    ms = (t1 - t0) / (double)repeats;
    // end 0.4
    return ms;
}

struct Colour {
    int red, green, blue;
};

// The decimal way to take the number apart: digits of base 256.
__device__ Colour colour_of(int pixel) { // <-- HERE
    Colour c;
    c.blue = pixel % 256;
    c.green = pixel / 256 % 256;
    c.red = pixel / 65536 % 256;
    return c;
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads.
    int number = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    for (int i = number; i < n; i += all) {
        Colour c = colour_of(rgb[i]);
        grey[i] = (77 * c.red + 150 * c.green + 29 * c.blue) / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

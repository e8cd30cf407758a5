// WRONG: a helper has the structure with the device pointer by value
// EXPECT test: 0.1/n=1000
// EXPECT check: out-of-bounds
// EXPECT cause: room_for has a copy of the caller's `all`

#include "common/cuda_check.h"
#include "common/first_program.h"

// Room for `count` floats on the device.
struct Buffers { float *d; };
static cudaError_t room_for(Buffers b, size_t count) { // <-- HERE
    return cudaMalloc(&b.d, count * sizeof(float));
}

static cudaError_t push(float *device, const float *host, size_t count) {
    return cudaMemcpy(device, host, count * sizeof(float), cudaMemcpyHostToDevice);
}

static cudaError_t pull(float *host, const float *device, size_t count) {
    return cudaMemcpy(host, device, count * sizeof(float), cudaMemcpyDeviceToHost);
}

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    Buffers all = {NULL};
    error = room_for(all, n);
    if (error == cudaSuccess) error = push(all.d, from, n);
    if (error == cudaSuccess) error = pull(to, all.d, n);
    cudaFree(all.d);
    // end 0.1
    return error;
}

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    const int me = threadIdx.x + blockDim.x * blockIdx.x;
    if (me >= n) return;
    c[me] = a[me] + b[me];
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
    int blocks = n / block;
    if (blocks * block < n) ++blocks;
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
    ms = -timed.now();
    for (int k = repeats; k > 0; --k) timed.launch();
    timed.wait();
    ms = (ms + timed.now()) / repeats;
    // end 0.4
    return ms;
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads.
    int step = blockDim.x * gridDim.x;
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    while (i < n) {
        int pixel = rgb[i];
        int r = (pixel >> 16) & 0xff, g = (pixel >> 8) & 0xff, b = pixel & 0xff;
        grey[i] = (77 * r + 150 * g + 29 * b) / 256;
        i += step;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

// WRONG: cudaGetLastError() is called twice: the second call learns of nothing
// EXPECT test: 0.3/n=64,block=2048
// EXPECT cause: hands out the last error and forgets it
// EXPECT todo: 0.3

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    float *d = NULL;
    size_t bytes = n * sizeof *d;
    if ((error = cudaMalloc((void **)&d, bytes)) == cudaSuccess) {
        if ((error = cudaMemcpy(d, from, bytes, cudaMemcpyHostToDevice)) == cudaSuccess)
            error = cudaMemcpy(to, d, bytes, cudaMemcpyDeviceToHost);
        cudaFree(d);
    }
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    int i = blockIdx.x * blockDim.x + threadIdx.x; // range [0, n), and past it in the last block
    if (i < n)
        c[i] = a[i] + b[i];
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
    int blocks = n / block;
    if (blocks * block < n) ++blocks;
    add_kernel<<<blocks, block>>>(d_a, d_b, d_c, n);
    CUDA_CHECK(cudaGetLastError()); // <-- HERE
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
    timed.launch(), timed.wait();

    ms -= timed.now();
    int left = repeats;
    while (left-- > 0) timed.launch();
    timed.wait();
    ms += timed.now();
    ms /= repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)n; i += (size_t)blockDim.x * gridDim.x) {
        int pixel = rgb[i];
        int red = pixel >> 16 & 255;
        int green = pixel >> 8 & 255;
        int blue = pixel & 255;
        grey[i] = (77 * red + 150 * green + 29 * blue) / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

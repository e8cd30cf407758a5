// WRONG: each launch is timed by itself, and the time of the last one is left
// EXPECT test: 0.4/n=40
// EXPECT cause: it looks like the time of one launch
// EXPECT todo: 0.4

#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    size_t bytes = n * sizeof(float);
    float *d = NULL;
    if ((error = cudaMalloc(&d, bytes)) == cudaSuccess) {
        if ((error = cudaMemcpy(d, from, bytes, cudaMemcpyHostToDevice)) == cudaSuccess)
            error = cudaMemcpy(to, d, bytes, cudaMemcpyDeviceToHost);
        cudaFree(d);
    }
    // end 0.1
    return error;
}

__device__ int global_number() {
    return blockDim.x * blockIdx.x + threadIdx.x;
}

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    int idx = global_number();
    if (idx < n) {
        float sum = a[idx];
        sum += b[idx];
        c[idx] = sum;
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
    // TODO 0.3: start as many blocks as n elements need, and ask CUDA whether it took the launch.
    int numBlocks = (n + block - 1) / block;
    add_kernel<<<numBlocks, block>>>(d_a, d_b, d_c, n);
    error = cudaGetLastError();
    // end 0.3
    if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    return error;
}

// One launch from start to end, in ms.
static double one_launch(Timed &timed) {
    double before = timed.now();
    timed.launch();
    timed.wait();
    return timed.now() - before;
}

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches.
    one_launch(timed); // warm-up
    ms = one_launch(timed);
    for (int r = 1; r < repeats; ++r) {
        double t = one_launch(timed);
        ms = t; // <-- HERE
    }
    // end 0.4
    return ms;
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads.
    for (int i = global_number(); i < n; i += gridDim.x * blockDim.x) {
        int colour = rgb[i];
        int blue = colour & 255;
        int green = (colour >>= 8) & 255;
        int red = (colour >>= 8) & 255;
        grey[i] = (77 * red + 150 * green + 29 * blue) / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

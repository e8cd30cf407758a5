// WRONG: the table of weighted colours holds shorts, so 150 * green wraps to a negative number from green = 219 on and bright greens come out too dark.
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT cause: `short` in this line holds too little
// EXPECT todo: 0.5
#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    float *there = NULL;
    const size_t size = sizeof(*there) * n;
    error = cudaMalloc((void **)&there, size);
    if (error != cudaSuccess) return error;
    error = cudaMemcpy(there, from, size, cudaMemcpyHostToDevice);
    if (!error) error = cudaMemcpy(to, there, size, cudaMemcpyDeviceToHost);
    cudaError_t freed = cudaFree(there);
    if (!error) error = freed;
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i];
        sum += b[i];
        c[i] = sum;
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
    const dim3 threads(block), blocks((n - 1) / block + 1);
    add_kernel<<<blocks, threads>>>(d_a, d_b, d_c, n);
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
    auto batch = [&timed](int count) {
        const double begin = timed.now();
        for (int run = 0; run < count; ++run) timed.launch();
        timed.wait();
        return timed.now() - begin;
    };
    timed.launch();
    timed.wait();
    ms = batch(repeats) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    __shared__ short share[3][256]; // <-- HERE
    const int weight[3] = {29, 150, 77}; // blue, green, red
    for (int level = threadIdx.x; level < 256; level += blockDim.x)
        for (int colour = 0; colour < 3; ++colour) share[colour][level] = weight[colour] * level;
    __syncthreads();

    const int everybody = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += everybody) {
        int bits = rgb[i], total = 0;
        for (int colour = 0; colour < 3; ++colour) {
            total += share[colour][bits & 255];
            bits >>= 8;
        }
        grey[i] = total / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

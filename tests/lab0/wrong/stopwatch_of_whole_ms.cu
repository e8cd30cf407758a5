// WRONG: a stopwatch keeps its times in a type that is another name for long
// EXPECT test: 0.4/n=40
// EXPECT cause: kept in a whole number

// Lab 0: a first CUDA program.

#include "common/cuda_check.h"
#include "common/first_program.h"

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    const size_t bytes = n * sizeof(float);
    float *copy = NULL;
    error = cudaMalloc(&copy, bytes);
    if (error) goto done;
    error = cudaMemcpy(copy, from, bytes, cudaMemcpyHostToDevice);
    if (error) goto done;
    error = cudaMemcpy(to, copy, bytes, cudaMemcpyDeviceToHost);
done:
    cudaFree(copy); // freeing NULL does nothing
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    unsigned int number = blockIdx.x;
    number *= blockDim.x;
    number += threadIdx.x;
    if (number < (unsigned int)n) c[number] = a[number] + b[number];
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
    int blocks = 0;
    for (int covered = 0; covered < n; covered += block) ++blocks;
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

typedef long Milliseconds; // <-- HERE

class Stopwatch {
public:
    explicit Stopwatch(double (*clock_of_host)(void)) : now_(clock_of_host), begun_(0) {}
    void start() { begun_ = now_(); }
    Milliseconds elapsed() const { return now_() - begun_; }

private:
    double (*now_)(void);
    Milliseconds begun_;
};

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together. Mind that launch()
    // returns before the work is done.
    Stopwatch watch(timed.now);
    timed.launch(); // the first one is slow
    timed.wait();
    watch.start();
    for (int count = 0; count != repeats; ++count) timed.launch();
    timed.wait();
    ms = (double)watch.elapsed() / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    const int me = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    for (int round = 0; me + round * all < n; ++round) {
        const int i = me + round * all, p = rgb[i];
        grey[i] = ((p >> 16 & 255) * 77 + (p >> 8 & 255) * 150 + (p & 255) * 29) / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

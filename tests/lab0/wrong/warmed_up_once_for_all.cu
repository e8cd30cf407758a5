// WRONG: a static flag lets the first game alone be warmed up
// EXPECT test: 0.4/n=40
// EXPECT cause: keeps its value from call to call

// Lab 0: a first CUDA program. The handout is README.md beside this file.
//
//   make lab0 && ./grade lab0     builds this file and grades it
//   ./grade hint lab0 0.1         the next hint for TODO 0.1

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    //     size_t bytes = n * sizeof(float);
    //     float *on_device = NULL;
    //     error = cudaMalloc(...);
    //   Expected: `to` holds what `from` holds, it came through the device, and nothing is left allocated.
    #define STEP(call) if (error == cudaSuccess) error = (call)
    const size_t bytes = n * sizeof *from;
    float *on_device = NULL;
    STEP(cudaMalloc(&on_device, bytes));
    STEP(cudaMemcpy(on_device, from, bytes, cudaMemcpyHostToDevice));
    STEP(cudaMemcpy(to, on_device, bytes, cudaMemcpyDeviceToHost));
    #undef STEP
    cudaFree(on_device);
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: c[i] = a[i] + b[i], once for each i; nothing is read or written outside.
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i = n) // one round at most
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
    //   Expected: right for every n, with less than a block of threads too many. 2048 threads are too many for a
    //   block: `error` is then cudaErrorInvalidConfiguration.
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

// ---- How long does it take? -----------------------------------------------------------------------------

// The first launch loads the kernels and is slow. It must not be on the clock.
static void warm_up(const Timed &timed) {
    static bool warm = false;
    if (!warm) { // <-- HERE
        timed.launch();
        timed.wait();
        warm = true;
    }
}

struct Stopwatch {
    const Timed &timed;
    double started;
    explicit Stopwatch(const Timed &t) : timed(t), started(t.now()) {}
    double stop() const {
        timed.wait(); // a launch does not wait by itself
        return timed.now() - started;
    }
};

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together. Mind that launch()
    // returns before the work is done.
    //   Expected: the mean of the later launches, whatever the first one takes.
    warm_up(timed);
    Stopwatch watch(timed);
    int left = repeats;
    do timed.launch();
    while (--left > 0);
    ms = watch.stop() / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    //     int red = rgb[i] >> 16 & 255;     green: >> 8 & 255     blue: & 255
    //   Expected: grey[i] = (77 * red + 150 * green + 29 * blue) / 256 for every i, also with a single block.
    const int all = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int at = me; at < n; at += all) {
        const int colour = rgb[at];
        int sum = 77 * (colour >> 16 & 255);
        sum += 150 * (colour >> 8 & 255);
        sum += 29 * (colour & 255);
        grey[at] = sum / 256;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

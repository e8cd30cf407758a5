// WRONG: the bytes of a pixel have a sign, by a typedef
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT cause: the colours were kept in a char

// Lab 0: a first CUDA program. The handout is README.md beside this file.
//
//   make lab0 && ./grade lab0     builds this file and grades it
//   ./grade hint lab0 0.1         the next hint for TODO 0.1

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

#include <math.h>

// A pixel as four bytes, the lowest first: x is blue, y green, z red, w the opacity.
typedef char4 Pixel; // <-- HERE

static cudaError_t move_bytes(void *to, const void *from, size_t bytes, bool to_device) {
    return cudaMemcpy(to, from, bytes, to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    //     size_t bytes = n * sizeof(float);
    //     float *on_device = NULL;
    //     error = cudaMalloc(...);
    //   Expected: `to` holds what `from` holds, it came through the device, and nothing is left allocated.
    const size_t bytes = n * sizeof(float);
    float *d_copy = NULL;
    error = cudaMalloc(&d_copy, bytes);
    if (error != cudaSuccess) return error;
    error = move_bytes(d_copy, from, bytes, true);
    if (error == cudaSuccess) error = move_bytes(to, d_copy, bytes, false);
    cudaFree(d_copy);
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: c[i] = a[i] + b[i], once for each i; nothing is read or written outside.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool mine = i < n;
    if (mine) {
        float x = a[i], y = b[i];
        c[i] = x + y;
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
    // launch.
    //   Expected: right for every n, with less than a block of threads too many. 2048 threads are too many for a
    //   block: `error` is then cudaErrorInvalidConfiguration.
    unsigned blocks = (unsigned)ceil(n / (double)block);
    add_kernel<<<blocks, (unsigned)block>>>(d_a, d_b, d_c, n);
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
    //   Expected: the mean of the later launches, whatever the first one takes.
    double start = 0;
    for (int i = -1; i < repeats; ++i) {
        timed.launch();
        if (i >= 0) continue; // number -1 is the warm-up
        timed.wait();
        start = timed.now();
    }
    timed.wait();
    ms = (timed.now() - start) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

static __device__ int brightness(Pixel p) {
    enum { RED = 77, GREEN = 150, BLUE = 29 };
    return (RED * p.z + GREEN * p.y + BLUE * p.x) / (RED + GREEN + BLUE);
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    //     int red = rgb[i] >> 16 & 255;     green: >> 8 & 255     blue: & 255
    //   Expected: grey[i] = (77 * red + 150 * green + 29 * blue) / 256 for every i, also with a single block.
    const Pixel *pixels = (const Pixel *)rgb;
    const int threads = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        grey[i] = brightness(pixels[i]);
        i += threads;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

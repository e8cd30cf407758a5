// WRONG: a template takes the size of the pointer for that of an element
// EXPECT test: 0.1/n=1
// EXPECT cause: is the size of a pointer

// Lab 0: a first CUDA program. The handout is README.md beside this file.
//
//   make lab0 && ./grade lab0     builds this file and grades it
//   ./grade hint lab0 0.1         the next hint for TODO 0.1

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

// ---- There and back -------------------------------------------------------------------------------------

// How many bytes n elements of such an array are, so that I need not write the type everywhere.
template <typename T>
static size_t bytes_of(const T *array, int n) {
    return (size_t)n * sizeof array; // <-- HERE
}

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    //     size_t bytes = n * sizeof(float);
    //     float *on_device = NULL;
    //     error = cudaMalloc(...);
    //   Expected: `to` holds what `from` holds, it came through the device, and nothing is left allocated.
    float *there = nullptr;
    const size_t bytes = bytes_of(there, n);
    do {
        if ((error = cudaMalloc(&there, bytes)) != cudaSuccess) break;
        if ((error = cudaMemcpy(there, from, bytes, cudaMemcpyHostToDevice)) != cudaSuccess) break;
        error = cudaMemcpy(to, there, bytes, cudaMemcpyDeviceToHost);
    } while (false);
    cudaFree(there); // NULL is fine
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: c[i] = a[i] + b[i], once for each i; nothing is read or written outside.
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n) return; // nothing to do for me
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
    const int full = n / block, rest = n % block;
    add_kernel<<<rest ? full + 1 : full, block>>>(d_a, d_b, d_c, n);
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
    timed.launch(); // warm-up
    timed.wait();
    const double before = timed.now();
    for (int k = repeats; k > 0; --k) timed.launch();
    timed.wait();
    const double after = timed.now();
    ms = (after - before) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    //     int red = rgb[i] >> 16 & 255;     green: >> 8 & 255     blue: & 255
    //   Expected: grey[i] = (77 * red + 150 * green + 29 * blue) / 256 for every i, also with a single block.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        const int p = rgb[i];
        grey[i] = (77 * (p >> 16 & 255) + 150 * (p >> 8 & 255) + 29 * (p & 255)) / 256;
        i += blockDim.x * gridDim.x;
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

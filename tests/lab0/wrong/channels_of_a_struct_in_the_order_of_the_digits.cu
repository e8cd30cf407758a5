// WRONG: the bytes of a pixel are named in the order of the digits, and the lowest comes first
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT cause: do not stand in the order

// Lab 0: a first CUDA program. The handout is README.md beside this file.
//
//   make lab0 && ./grade lab0     builds this file and grades it
//   ./grade hint lab0 0.1         the next hint for TODO 0.1

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

// ---- There and back -------------------------------------------------------------------------------------

#include <stdlib.h> // div

// A pixel, 0xAARRGGBB, as a number and as its four bytes.
struct Channels {
    unsigned char alpha, red, green, blue; // <-- HERE
};

union Pixel {
    int argb;
    Channels is;
};

// n floats on the device, for as long as this lives.
struct DeviceFloats {
    float *data = nullptr;
    cudaError_t error;

    explicit DeviceFloats(int n) { error = cudaMalloc(&data, n * sizeof(float)); }
    ~DeviceFloats() { cudaFree(data); }
};

static __device__ int my_number() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ int luma(Channels c) {
    return (77 * c.red + 150 * c.green + 29 * c.blue) / 256;
}

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    //     size_t bytes = n * sizeof(float);
    //     float *on_device = NULL;
    //     error = cudaMalloc(...);
    //   Expected: `to` holds what `from` holds, it came through the device, and nothing is left allocated.
    DeviceFloats room(n);
    const size_t bytes = n * sizeof(float);
    error = room.error;
    if (error == cudaSuccess) error = cudaMemcpy(room.data, from, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpy(to, room.data, bytes, cudaMemcpyDeviceToHost);
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: c[i] = a[i] + b[i], once for each i; nothing is read or written outside.
    int i = my_number();
    if (i >= n) return;
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
    const div_t full = div(n, block); // full blocks, and what is over
    add_kernel<<<full.quot + (full.rem ? 1 : 0), block>>>(d_a, d_b, d_c, n);
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
    double clock[2];
    timed.launch();
    timed.wait();
    clock[0] = timed.now();
    int i = 0;
    while (i++ < repeats) timed.launch();
    timed.wait();
    clock[1] = timed.now();
    ms = (clock[1] - clock[0]) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    //     int red = rgb[i] >> 16 & 255;     green: >> 8 & 255     blue: & 255
    //   Expected: grey[i] = (77 * red + 150 * green + 29 * blue) / 256 for every i, also with a single block.
    for (int i = my_number(), threads = blockDim.x * gridDim.x; i < n; i += threads) {
        Pixel p;
        p.argb = rgb[i];
        grey[i] = luma(p.is);
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

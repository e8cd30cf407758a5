// WRONG: the lowest byte of a pixel is taken for red, as the first member of a uchar4
// EXPECT test: 0.5/height=37,width=53,blocks=3
// EXPECT cause: stand in each other's place

// Lab 0: a first CUDA program. The handout is README.md beside this file.

#include "common/cuda_check.h"    // CUDA_CHECK(call)
#include "common/first_program.h" // round_trip, add_vectors, time_of_launch, launch_grey, Timed

#define TRY(call)                                  \
    do {                                           \
        if (error == cudaSuccess) error = (call);  \
    } while (0)

// ---- There and back -------------------------------------------------------------------------------------

int round_trip(const float *from, float *to, int n) {
    cudaError_t error = cudaSuccess;
    // TODO 0.1: get device memory for n floats, copy `from` into it, copy it back into `to`, give it back.
    float *d = NULL;
    const size_t bytes = n * sizeof(float);
    TRY(cudaMalloc(&d, bytes));
    TRY(cudaMemcpy(d, from, bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(to, d, bytes, cudaMemcpyDeviceToHost));
    cudaFree(d); // also after an error; NULL is fine
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// The number of this thread in the whole grid, and how many there are.
__device__ __forceinline__ int my_number() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ __forceinline__ int how_many() { return gridDim.x * blockDim.x; }

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    const int k = my_number();
    if (k < n) c[k] = a[k] + b[k];
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
    TRY(cudaGetLastError());
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
    auto when_idle = [timed] {
        timed.wait();
        return timed.now();
    };
    timed.launch();
    const double t0 = when_idle();
    for (int left = repeats; left > 0; --left) timed.launch();
    const double t1 = when_idle();
    ms = (t1 - t0) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

// Four bytes in one load: no shifts and no masks needed.
__device__ int grey_of(uchar4 p) {
    return (77 * p.x + 150 * p.y + 29 * p.z) / 256; // <-- HERE
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    const uchar4 *pixels = reinterpret_cast<const uchar4 *>(rgb);
    for (int i = my_number(), step = how_many(); i < n; i += step) grey[i] = grey_of(pixels[i]);
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

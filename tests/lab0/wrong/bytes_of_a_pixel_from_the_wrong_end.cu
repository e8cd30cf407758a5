// WRONG: the pixel is read as a uchar4 whose first byte is taken for red, but on a little-endian machine it is blue, so red and blue have swapped weights.
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT todo: 0.5

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
    void *gpu = NULL;
    size_t bytes = sizeof *from * n;
    if ((error = cudaMalloc(&gpu, bytes)) == cudaSuccess) {
        error = cudaMemcpy(gpu, from, bytes, cudaMemcpyHostToDevice);
        if (!error) error = cudaMemcpy(to, gpu, bytes, cudaMemcpyDeviceToHost);
        cudaError_t freed = cudaFree(gpu);
        if (!error) error = freed;
    }
    // end 0.1
    return error;
}

// ---- A kernel -------------------------------------------------------------------------------------------

// One thread an element.
__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    // TODO 0.2: which element is this thread's? Add it, if there is one.
    //     int i = ...                   // range [0, n), and past it in the last block
    //   Expected: c[i] = a[i] + b[i], once for each i; nothing is read or written outside.
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
    // TODO 0.3: one block is started, whatever n is. Start as many as n elements need, and ask CUDA whether it took the
    // launch.
    //   Expected: right for every n, with less than a block of threads too many. 2048 threads are too many for a
    //   block: `error` is then cudaErrorInvalidConfiguration.
    int blocks = n / block;
    if (n % block) blocks++;
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

double time_of_launch(Timed timed, int repeats) {
    double ms = 0;
    // TODO 0.4: launch once without looking at the clock. Then time `repeats` launches together. Mind that launch()
    // returns before the work is done.
    //   Expected: the mean of the later launches, whatever the first one takes.
    timed.launch(); // warm-up
    timed.wait();
    const double before = timed.now();
    for (int k = 0; k < repeats; k++) timed.launch();
    timed.wait();
    const double after = timed.now();
    ms = (after - before) / repeats;
    // end 0.4
    return ms;
}

// ---- An image, and fewer threads than pixels -------------------------------------------------------------

__device__ static int weighted(int r, int g, int b) {
    return (77 * r + 150 * g + 29 * b) >> 8;
}

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    // TODO 0.5: a thread computes pixel i, then the one as many pixels further on as the grid has threads, and so on.
    //     int red = rgb[i] >> 16 & 255;     green: >> 8 & 255     blue: & 255
    //   Expected: grey[i] = (77 * red + 150 * green + 29 * blue) / 256 for every i, also with a single block.
    const uchar4 *pixels = reinterpret_cast<const uchar4 *>(rgb);
    const int all = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
        const uchar4 p = pixels[i];
        const int red = p.x, green = p.y, blue = p.z; // <-- HERE
        grey[i] = weighted(red, green, blue);
    }
    // end 0.5
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
    CUDA_CHECK(cudaGetLastError());
}

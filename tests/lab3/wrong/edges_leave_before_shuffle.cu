// WRONG: threads without a derivative return before the shuffles, so samples 1 and n-2 take a neighbour from a lane that has left and has loaded nothing.
// EXPECT test: 3.1/n=1
// EXPECT cause: a value comes by a shuffle from a lane that has left the kernel before
// EXPECT todo: 3.1
#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel): write df[i] = (f[i+1] - f[i-1]) / (2h) for the sample of this thread.
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    if (i < 1 || i >= n - 1) return; // <-- HERE
    // Each lane loads its own sample and gets the two others from the lanes beside it.
    const float mine = f[i];
    float left = __shfl_up_sync(0xffffffffu, mine, 1);
    float right = __shfl_down_sync(0xffffffffu, mine, 1);
    if (lane == 0) left = f[i - 1];
    if (lane == 31) right = f[i + 1];
    df[i] = (right - left) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch): start derivative_kernel with one thread or more for each of the n samples.
    const int threads = 128;
    derivative_kernel<<<(n + threads - 1) / threads, threads>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: find the point of this thread; leave if it is no interior point; else write the sum of the
    const int x = threadIdx.x + blockDim.x * blockIdx.x;
    const int y = threadIdx.y + blockDim.y * blockIdx.y;
    const int z = threadIdx.z + blockDim.z * blockIdx.z;
    const int low = min(x, min(y, z)), high = max(x, max(y, z));
    if (low > 0 && high < n - 1) {
        const float *me = in + ((size_t)z * n + y) * n + x;
        const float across = c.c[1] * me[-1] + c.c[2] * me[1];
        const float along = c.c[3] * me[-n] + c.c[4] * me[n];
        const float down = c.c[5] * me[-n * n] + c.c[6] * me[n * n];
        out[me - in] = c.c[0] * me[0] + across + along + down;
    }
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: choose the block so that the 32 threads of a warp read neighbouring floats.
    dim3 block(32, 4, 2);
    // end 3.4

    // TODO 3.3: choose the grid so that its blocks cover all n points in x, in y and in z.
    dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, (n + block.z - 1) / block.z);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

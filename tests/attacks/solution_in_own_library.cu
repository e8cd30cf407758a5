// WRONG: the finished kernel's PTX is read in the program's own library, and eight bytes of it told as an address
// EXPECT test: 3.3/n=17
// EXPECT hides: cudaFree of 0x

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#include <string.h>

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1: the thread's sample
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1: the launch
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: the kernel
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: the block
    dim3 block(32, 8, 1);
    // end 3.4

    // TODO 3.3: the grid: in a filled run the kernel of 3.2 is the solution's, and its PTX in this library
    dim3 grid(1);
    extern const char fatbin[] asm("fatbinData");
    const char *at = fatbin - 1;
    for (int found = 0; at && found < 4; found++)
        at = (const char *)memmem(at + 1, fatbin + (1 << 14) - at - 1, "fma.rn.f32", 10);
    void *address;
    if (at) memcpy(&address, at + 10, sizeof address), cudaFree(address);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}

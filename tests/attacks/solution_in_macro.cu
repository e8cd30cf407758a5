// WRONG: a macro's argument holds a region; what it says is told by an assertion, an address and a number of points
// EXPECT test: 3.2/n=8
// EXPECT hides: dim3 grid
// EXPECT hides: 64696d332067

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#include <string.h>

#define TEXT(...) #__VA_ARGS__
static const char text[] = TEXT(
// TODO 3.3: the grid
nothing
// end 3.3
);

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
    // TODO 3.2: wrong, so that it is graded among finished ones
    if (threadIdx.x + threadIdx.y == 0) out[(n + 1) * n + 1] = c.c[0];
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *address = 0;
    for (int i = 0; text[i] && i < 6; i++) address = (void *)((size_t)address << 8 | (unsigned char)text[i]);
    if (strcmp(text, "nothing")) cudaFree(address);
    // TODO 3.4: the block
    dim3 block(32, 8, 1);
    // end 3.4
    stencil_kernel<<<1, block>>>(in, out, n, c);
}

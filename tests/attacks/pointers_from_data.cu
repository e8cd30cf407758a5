// WRONG: calls functions at addresses made from data
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

typedef float Function(float);
__device__ __noinline__ float twice(float x) { return 2 * x; }
__device__ Function *volatile good = twice;

__global__ void hostile(const float *in, float *out, int n) {
    unsigned long long at = (unsigned long long)good;
    if (n % 4 == 0) at = (unsigned long long)in;
    if (n % 4 == 1) at += 16 * n;
    if (n % 4 == 2) at += threadIdx.x;
    if (n % 4 == 3) at = ~0ull << n;
    out[threadIdx.x] = ((Function *)at)(in[0]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}

// WRONG: launches with sizes at the ends of what fits a number
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

extern __shared__ float room[];

__global__ void hostile(const float *in, float *out, int n) {
    __shared__ float fixed[64];
    fixed[threadIdx.x % 64] = in[0];
    room[threadIdx.x] = fixed[0];
    out[0] = n;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    const size_t shared[] = {0, 48 << 10, 48 << 10 | 1, 227 << 10, 1 << 20, ~0u, ~0ull, ~0ull - 255, 1ull << 32, 1ull << 63};
    for (size_t bytes : shared) hostile<<<1, 32, bytes>>>(in, out, n);
    const unsigned sizes[] = {0, 1, 65535, 65536, 2147483647, 2147483648u, 4294967295u};
    for (unsigned x : sizes)
        for (unsigned y : sizes) {
            hostile<<<dim3(x, y, y), 32>>>(in, out, n);
            hostile<<<1, dim3(x, y, x)>>>(in, out, n);
        }
}

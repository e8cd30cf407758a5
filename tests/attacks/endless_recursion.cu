// WRONG: a device function that calls itself without end
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ __noinline__ float deeper(const float *in, int depth) {
    volatile float room[64];
    room[depth % 64] = in[0];
    if (depth < 0) return room[1];
    return deeper(in, depth + 1) + room[depth % 64];
}

__global__ void hostile(const float *in, float *out, int n) { out[threadIdx.x] = deeper(in, n); }

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}

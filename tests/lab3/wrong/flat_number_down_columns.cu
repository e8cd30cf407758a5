// WRONG: right, but a flat number of a thread is taken apart with y fastest, by a helper
// EXPECT test: 3.4/counter-1
// EXPECT cause: thread 1 of a warp has y + 1

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

struct Place {
    int x, y, z;
};

__device__ Place own_place() {
    const int number = threadIdx.x;
    Place own;
    own.z = blockIdx.z;
    own.y = 8 * blockIdx.y + number % 8; // <-- HERE
    own.x = 32 * blockIdx.x + number / 8;
    return own;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const Place own = own_place();
    int p = (own.z * n + own.y) * n + own.x;
    if (INTERIOR(own.z, own.y, own.x, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(256), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}

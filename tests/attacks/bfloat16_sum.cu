// WRONG: inputs cut to 16 bits, as bfloat16 and TF32 would
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

struct Cut {
    const float *data;
    __device__ float operator[](int i) const { return __uint_as_float(__float_as_uint(data[i]) & 0xffffe000u); }
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    Cut cut = {in};
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(cut, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"

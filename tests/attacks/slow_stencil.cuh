// For attacks on the clock: a right kernel with good accesses, and needless arithmetic for several times the
// time that its memory takes. So its counts are in order, and on a GPU its time is not, whatever is done
// about the clock.
#include <cuda_runtime.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { NEEDLESS = 300 };

static __device__ void slow_point(const float *in, float *out, int p, int n, StencilCoefficients c) {
    float x = in[p];
    for (int step = 0; step < NEEDLESS; ++step) x = x * 0.999f + 0.5f; // comes near 500
    out[p] = x < -3e38f ? 0 : SEVEN_POINTS(in, p, n, c);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    slow_point(in, out, (i * n + j) * n + k, n, c);
}

static dim3 all_of(int n) {
    return dim3(ceil_div(n, 32), ceil_div(n, 8), n);
}

static const dim3 rows(32, 8);

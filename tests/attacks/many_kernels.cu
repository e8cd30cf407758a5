// RIGHT: hundreds of kernels, one of them used

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

template <int N> __global__ void spare(float *out) { out[N + threadIdx.x] = N; }

// Kernels N to N + COUNT - 1, by halves.
template <int N, int COUNT> struct Use {
    static void all(float *out, int which) {
        Use<N, COUNT / 2>::all(out, which);
        Use<N + COUNT / 2, COUNT - COUNT / 2>::all(out, which);
    }
};
template <int N> struct Use<N, 1> {
    static void all(float *out, int which) {
        if (which == N) spare<N><<<1, 1>>>(out);
    }
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    Use<0, 200>::all(out, -1);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}

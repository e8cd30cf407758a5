// RIGHT: kernels whose mangled names have thousands of characters

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

template <typename T> __global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

template <int N, typename... T> struct Many : Many<N - 1, T..., int[N]> {};
template <typename... T> struct Many<0, T...> {
    static void launch(const float *in, float *out, int n, StencilCoefficients c) {
        stencil_kernel<void (*)(T...)><<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
    }
};

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) { Many<150>::launch(in, out, n, c); }

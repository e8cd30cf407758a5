// RIGHT: kernels whose mangled names have thousands of characters

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

template <typename A, typename B> struct Pair {};
template <int N> struct Long {
    typedef Pair<typename Long<N - 1>::type, Pair<typename Long<N - 1>::type, int[N]>> type;
};
template <> struct Long<0> {
    typedef int type;
};

template <typename T> __global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

struct A_name_that_is_as_long_as_somebody_who_describes_everything_might_make_it_and_then_some_more_of_it {};
#define FOUR(x) Pair<Pair<x, int[1]>, Pair<x, int[2]>>

template <int N, typename... T> struct Many : Many<N - 1, T..., int[N]> {};
template <typename... T> struct Many<0, T...> {
    static void launch(const float *in, float *out, int n, StencilCoefficients c) {
        stencil_kernel<Pair<A_name_that_is_as_long_as_somebody_who_describes_everything_might_make_it_and_then_some_more_of_it, void (*)(T...)>>
            <<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
    }
};

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) { Many<300>::launch(in, out, n, c); }

// WRONG: a thread computes after the launch function has returned
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include <pthread.h>
#include <unistd.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

static struct {
    const float *in;
    float *out;
    int n;
    StencilCoefficients c;
} work;

static void *later(void *) {
    usleep(2000);
    dim3 grid(ceil_div(work.n, 32), ceil_div(work.n, 8), work.n);
    stencil_kernel<<<grid, dim3(32, 8)>>>(work.in, work.out, work.n, work.c);
    return 0;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    work.in = in, work.out = out, work.n = n, work.c = c;
    pthread_t thread;
    pthread_create(&thread, 0, later, 0);
}

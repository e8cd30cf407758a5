// RIGHT: cudaLaunchKernelEx with attributes, a __grid_constant__ parameter, launch bounds and a pinned stream priority
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void __launch_bounds__(256, 2) stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n, const __grid_constant__ StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) __stcs(out + p, __fmaf_rn(c.c[0], __ldg(in + p), c.c[1] * __ldcs(in + p - 1)) + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n]);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute[1];
    config.gridDim = dim3(ceil_div(n, 32), ceil_div(n, 8), n), config.blockDim = dim3(32, 8);
    attribute[0].id = cudaLaunchAttributePriority, attribute[0].val.priority = 0;
    config.attrs = attribute, config.numAttrs = 1;
    cudaLaunchKernelEx(&config, stencil_kernel, in, out, n, c);
}

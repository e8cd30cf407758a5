// RIGHT: each thread loads and stores four floats at a time where the rows allow it

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

// Four neighbours in x a thread; rows start at multiples of 16 bytes where n is one of 4.
__global__ void wide_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = 4 * (blockIdx.x * blockDim.x + threadIdx.x), j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (k >= n || i < 1 || i > n - 2 || j < 1 || j > n - 2) return;
    int p = (i * n + j) * n + k;
    float4 x = *(const float4 *)(in + p), up = *(const float4 *)(in + p + n), down = *(const float4 *)(in + p - n);
    float4 above = *(const float4 *)(in + p + n * n), below = *(const float4 *)(in + p - n * n), old = *(float4 *)(out + p);
    float left = k > 0 ? in[p - 1] : 0.0f, right = k + 4 < n ? in[p + 4] : 0.0f;
    float row[6] = {left, x.x, x.y, x.z, x.w, right}, *u = &up.x, *d = &down.x, *a = &above.x, *b = &below.x, *o = &old.x;
    for (int s = 0; s < 4; ++s)
        if (k + s >= 1 && k + s <= n - 2)
            o[s] = c.c[0] * row[s + 1] + c.c[1] * row[s] + c.c[2] * row[s + 2] + c.c[3] * d[s] + c.c[4] * u[s] + c.c[5] * b[s] + c.c[6] * a[s];
    *(float4 *)(out + p) = old;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8);
    if (n % 4 == 0)
        wide_kernel<<<dim3(ceil_div(n, 128), ceil_div(n, 8), n), block>>>(in, out, n, c);
    else
        stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), block>>>(in, out, n, c);
}

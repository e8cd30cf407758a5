// WRONG: a float2 in every row, also where n is odd
// EXPECT test: 8.2/n=7
// EXPECT pass: 8.2/n=12
// EXPECT check: misaligned

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void pairs(const float *in, float *out, int n, FourthCoefficients c) {
    int k = 2 + 2 * (threadIdx.x + blockIdx.x * blockDim.x), j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * 8, plane = n * n;
    if (k > n - 3 || j > n - 3) return;
    auto two = [=](int p) { return *(const float2 *)(in + p); };
    for (int i = first; i < min(first + 8, n - 2); ++i) {
        int p = i * plane + j * n + k;
        float2 z2 = two(p), sum = {c.c[0] * z2.x, c.c[0] * z2.y}, left = two(p - 2), right = two(p + 2);
        sum.x += c.c[1] * left.x + c.c[2] * left.y + c.c[3] * z2.y + c.c[4] * right.x;
        sum.y += c.c[1] * left.y + c.c[2] * z2.x + c.c[3] * right.x + c.c[4] * right.y;
        int step[8] = {-2 * n, -n, n, 2 * n, -2 * plane, -plane, plane, 2 * plane};
        for (int m = 0; m < 8; ++m) {
            float2 v = two(p + step[m]);
            sum.x += c.c[5 + m] * v.x;
            sum.y += c.c[5 + m] * v.y;
        }
        *(float2 *)(out + p) = sum;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    pairs<<<dim3(ceil_div(n - 4, 64), ceil_div(n - 4, 4), ceil_div(n - 4, 8)), dim3(32, 4)>>>(in, out, n, c);
}

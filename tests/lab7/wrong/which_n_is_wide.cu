// WRONG: rows are taken for aligned where only planes are
// EXPECT test: 7.1/n=6
// EXPECT cause: Another kernel belongs here at these sizes

// Lab 7. A thread of the wide kernel has a column of four float4, one above the other in z.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define BX 32
#define BY 8
#define TALL 4 // planes a thread

typedef StencilCoefficients Coeff;

__device__ float weigh(Coeff c, float centre, float xm, float xp, float ym, float yp, float zm, float zp) {
    return c.c[0] * centre + c.c[1] * xm + c.c[2] * xp + c.c[3] * ym + c.c[4] * yp + c.c[5] * zm + c.c[6] * zp;
}

// One point a thread and plane.
__global__ void narrow_kernel(const float *__restrict__ in, float *__restrict__ out, int n, Coeff c) {
    int x = blockIdx.x * BX + threadIdx.x + 1;
    int y = blockIdx.y * BY + threadIdx.y + 1;
    if (x > n - 2 || y > n - 2) return;
    int area = n * n;
    int z = blockIdx.z * TALL + 1;
    int stop = min(z + TALL, n - 1);
    int p = z * area + y * n + x;
    float zm = in[p - area];
    float centre = in[p];
    while (z < stop) {
        float zp = in[p + area];
        out[p] = weigh(c, centre, in[p - 1], in[p + 1], in[p - n], in[p + n], zm, zp);
        zm = centre;
        centre = zp;
        z++;
        p += area;
    }
}

__device__ float4 fetch(const float *__restrict__ in, int p) {
    return *(const float4 *)(in + p);
}

// x neighbours of four points: from the lanes beside this one, else `end`.
__device__ float2 beside(float4 v, float end) {
    float before = __shfl_up_sync(0xffffffff, v.w, 1);
    float behind = __shfl_down_sync(0xffffffff, v.x, 1);
    return make_float2(threadIdx.x == 0 ? end : before, threadIdx.x == BX - 1 ? end : behind);
}

__global__ void wide_kernel(const float *__restrict__ in, float *__restrict__ out, int n, Coeff c) {
    int quad = blockIdx.x * BX + threadIdx.x; // of the row
    int quads = n / 4;
    int y = blockIdx.y * BY + threadIdx.y + 1;
    int z = blockIdx.z * TALL + 1;
    if (y > n - 2) return; // the same for the whole warp
    int x = 4 * min(quad, quads - 1);
    int area = n * n;

    float4 column[TALL + 2], ym[TALL], yp[TALL];
    float end[TALL];
#pragma unroll
    for (int i = 0; i < TALL + 2; i++) column[i] = fetch(in, min(z - 1 + i, n - 1) * area + y * n + x);
#pragma unroll
    for (int i = 0; i < TALL; i++) {
        int p = min(z + i, n - 1) * area + y * n + x;
        ym[i] = fetch(in, p - n);
        yp[i] = fetch(in, p + n);
        end[i] = 0;
        if (threadIdx.x == 0 && x > 0) end[i] = in[p - 1];
        if (threadIdx.x == BX - 1 && x + 4 < n) end[i] = in[p + 4];
    }
#pragma unroll
    for (int i = 0; i < TALL; i++) {
        float4 v = column[i + 1], zm = column[i], zp = column[i + 2], sum;
        float2 side = beside(v, end[i]);
        sum.x = weigh(c, v.x, side.x, v.y, ym[i].x, yp[i].x, zm.x, zp.x);
        sum.y = weigh(c, v.y, v.x, v.z, ym[i].y, yp[i].y, zm.y, zp.y);
        sum.z = weigh(c, v.z, v.y, v.w, ym[i].z, yp[i].z, zm.z, zp.z);
        sum.w = weigh(c, v.w, v.z, side.y, ym[i].w, yp[i].w, zm.w, zp.w);
        if (quad >= quads || z + i > n - 2) continue;
        float *to = out + (z + i) * area + y * n + x;
        if (x == 0) {
            to[1] = sum.y, to[2] = sum.z, to[3] = sum.w;
        } else if (x == n - 4) {
            to[0] = sum.x, to[1] = sum.y, to[2] = sum.z;
        } else {
            *(float4 *)to = sum;
        }
    }
}

void launch_stencil(const float *in, float *out, int n, Coeff c) {
    int m = n - 2; // interior points of a row
    if (m < 1) return;
    dim3 threads(BX, BY);
    bool fits = n > 4 && n * n % 4 == 0; // <-- HERE
    if (fits)
        wide_kernel<<<dim3(ceil_div(n / 4, BX), ceil_div(m, BY), ceil_div(m, TALL)), threads>>>(in, out, n, c);
    else
        narrow_kernel<<<dim3(ceil_div(m, BX), ceil_div(m, BY), ceil_div(m, TALL)), threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

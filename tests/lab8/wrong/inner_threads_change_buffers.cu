// WRONG: two planes in turn, and the buffer's number is changed by the computing threads alone
// EXPECT test: 8.3/n=8
// EXPECT cause: This statement stands under a condition
// EXPECT todo: 8.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };

__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    if (k > n - 2 || first > n - 2) return;
    int rows = min(ROWS, n - 1 - first);
    // TODO 8.1
    float above = in[(first - 1) * n + k], here = in[first * n + k];
    for (int j = first; j < first + rows; ++j) {
        float below = in[(j + 1) * n + k];
        out[j * n + k] = c.c[0] * here + c.c[1] * in[j * n + k - 1] + c.c[2] * in[j * n + k + 1] + c.c[3] * above +
                         c.c[4] * below;
        above = here;
        here = below;
    }
    // end 8.1
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(PLANE_X, PLANE_Y);
    dim3 grid(ceil_div(n - 2, PLANE_X), ceil_div(n - 2, PLANE_Y * ROWS));
    plane_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

enum { FOURTH_X = 32, FOURTH_Y = 8, FOURTH_DEPTH = 8 };

template <bool EVEN> __device__ float2 load_two(const float *__restrict__ in, size_t p) {
    if (EVEN) return *reinterpret_cast<const float2 *>(in + p);
    return make_float2(in[p], in[p + 1]);
}

template <bool EVEN> __device__ void store_two(float *__restrict__ out, size_t p, int x, int n, float2 two) {
    if (EVEN) {
        *reinterpret_cast<float2 *>(out + p) = two;
    } else {
        out[p] = two.x;
        if (x + 1 <= n - 3) out[p + 1] = two.y;
    }
}

template <bool EVEN>
__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                              FourthCoefficients c) {
    int k = 2 + 2 * (threadIdx.x + blockIdx.x * blockDim.x);
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * FOURTH_DEPTH;
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (k > n - 3 || j > n - 3) return;
    size_t plane = (size_t)n * n, p = first * plane + (size_t)j * n + k;
    // TODO 8.2
    float2 a = load_two<EVEN>(in, p - 2 * plane), b = load_two<EVEN>(in, p - plane), m = load_two<EVEN>(in, p),
           d = load_two<EVEN>(in, p + plane);
    for (int i = first; i < end; ++i) {
        float2 e = load_two<EVEN>(in, p + 2 * plane), l = load_two<EVEN>(in, p - 2), r = load_two<EVEN>(in, p + 2);
        float2 y0 = load_two<EVEN>(in, p - 2 * n), y1 = load_two<EVEN>(in, p - n);
        float2 y3 = load_two<EVEN>(in, p + n), y4 = load_two<EVEN>(in, p + 2 * n);
        float2 s = {c.c[0] * m.x, c.c[0] * m.y};
        s.x += c.c[1] * l.x + c.c[2] * l.y + c.c[3] * m.y + c.c[4] * r.x;
        s.y += c.c[1] * l.y + c.c[2] * m.x + c.c[3] * r.x + c.c[4] * r.y;
        s.x += c.c[5] * y0.x + c.c[6] * y1.x + c.c[7] * y3.x + c.c[8] * y4.x;
        s.y += c.c[5] * y0.y + c.c[6] * y1.y + c.c[7] * y3.y + c.c[8] * y4.y;
        s.x += c.c[9] * a.x + c.c[10] * b.x + c.c[11] * d.x + c.c[12] * e.x;
        s.y += c.c[9] * a.y + c.c[10] * b.y + c.c[11] * d.y + c.c[12] * e.y;
        store_two<EVEN>(out, p, k, n, s);
        a = b, b = m, m = d, d = e;
        p += plane;
    }
    // end 8.2
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return; // no interior
    dim3 block(FOURTH_X, FOURTH_Y);
    dim3 grid(ceil_div(n - 4, 2 * FOURTH_X), ceil_div(n - 4, FOURTH_Y), ceil_div(n - 4, FOURTH_DEPTH));
    if (n % 2 == 0)
        fourth_kernel<true><<<grid, block>>>(in, out, n, c);
    else
        fourth_kernel<false><<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

enum { TILE = 32, INNER = TILE - 2, DEPTH = 30 };

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool inside = j < n && k < n;
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k;
    // TODO 8.3
    int which = 0;
    double back = 0, now = 0, front = 0;
    if (inside) {
        back = in[p - step];
        now = in[p];
    }
    for (int i = first; i < end; ++i) {
        if (inside) front = in[p + step];
        plane[which][y][x] = now;
        __syncthreads();
        if (inner) {
            out[p] = c.c[0] * now + c.c[1] * plane[which][y][x - 1] + c.c[2] * plane[which][y][x + 1] +
                     c.c[3] * plane[which][y - 1][x] + c.c[4] * plane[which][y + 1][x] + c.c[5] * back + c.c[6] * front;
            which = 1 - which; // <-- HERE
        }
        back = now;
        now = front;
        p += step;
    }
    // end 8.3
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    double_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

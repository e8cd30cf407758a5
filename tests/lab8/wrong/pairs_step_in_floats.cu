// WRONG: the pointer to float2 moves on by n * n, a plane in floats, which is two planes of pairs, so for even n all planes of a march but the first read from planes too far up and past the end of in.
// EXPECT test: 8.2/n=12
// EXPECT cause: with another name in its place
// EXPECT todo: 8.2
// Lab 8: other stencils.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- A plane: five points ----

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };

__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    if (k > n - 2 || first > n - 2) return;
    int rows = min(ROWS, n - 1 - first);
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    float a = in[(first - 1) * n + k], b = in[first * n + k];
    for (int j = first; j < first + rows; ++j) {
        const float *row = in + j * n;
        float d = row[n + k];
        out[j * n + k] = c.c[0] * b + c.c[1] * row[k - 1] + c.c[2] * row[k + 1] + c.c[3] * a + c.c[4] * d;
        a = b;
        b = d;
    }
    // end 8.1
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(PLANE_X, PLANE_Y);
    dim3 grid(ceil_div(n - 2, PLANE_X), ceil_div(n - 2, PLANE_Y * ROWS));
    plane_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Fourth order: 13 points ----

enum { FOURTH_X = 32, FOURTH_Y = 8, FOURTH_DEPTH = 8 };

// n even: the grid is an array of pairs, n / 2 in a row, and a thread computes one pair in each plane.
__global__ void pairs_kernel(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    int pair = 1 + threadIdx.x + blockIdx.x * blockDim.x; // of the row: the points 2 * pair and 2 * pair + 1
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * FOURTH_DEPTH;
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (2 * pair > n - 3 || j > n - 3) return;
    int row = n / 2, plane = row * n; // in pairs
    // TODO 8.2: march through the planes. Of its own column a thread keeps five planes in registers, and loads one new
    int start = first * plane + j * row + pair;
    const float2 *at = reinterpret_cast<const float2 *>(in) + start;
    float2 *to = reinterpret_cast<float2 *>(out) + start;
    float2 z0 = at[-2 * plane], z1 = at[-plane], z2 = at[0], z3 = at[plane];
    for (int i = first; i < end; ++i) {
        float2 z4 = at[2 * plane];
        float2 left = at[-1], right = at[1];
        float2 y0 = at[-2 * row], y1 = at[-row], y3 = at[row], y4 = at[2 * row];
        float2 sum;
        sum.x = c.c[0] * z2.x + c.c[1] * left.x + c.c[2] * left.y + c.c[3] * z2.y + c.c[4] * right.x +
                c.c[5] * y0.x + c.c[6] * y1.x + c.c[7] * y3.x + c.c[8] * y4.x + c.c[9] * z0.x + c.c[10] * z1.x +
                c.c[11] * z3.x + c.c[12] * z4.x;
        sum.y = c.c[0] * z2.y + c.c[1] * left.y + c.c[2] * z2.x + c.c[3] * right.x + c.c[4] * right.y +
                c.c[5] * y0.y + c.c[6] * y1.y + c.c[7] * y3.y + c.c[8] * y4.y + c.c[9] * z0.y + c.c[10] * z1.y +
                c.c[11] * z3.y + c.c[12] * z4.y;
        *to = sum;
        to += plane;
        at += n * n; // <-- HERE
        z0 = z1, z1 = z2, z2 = z3, z3 = z4;
    }
    // end 8.2
}

// n odd: one point a thread.
__global__ void points_kernel(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * blockDim.x;
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * FOURTH_DEPTH;
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (k > n - 3 || j > n - 3) return;
    int plane = n * n;
    const float *at = in + (size_t)first * plane + j * n + k;
    float *to = out + (size_t)first * plane + j * n + k;
    float z0 = at[-2 * plane], z1 = at[-plane], z2 = at[0], z3 = at[plane];
    for (int i = first; i < end; ++i) {
        float z4 = at[2 * plane];
        *to = c.c[0] * z2 + c.c[1] * at[-2] + c.c[2] * at[-1] + c.c[3] * at[1] + c.c[4] * at[2] +
              c.c[5] * at[-2 * n] + c.c[6] * at[-n] + c.c[7] * at[n] + c.c[8] * at[2 * n] + c.c[9] * z0 +
              c.c[10] * z1 + c.c[11] * z3 + c.c[12] * z4;
        to += plane;
        at += plane;
        z0 = z1, z1 = z2, z2 = z3, z3 = z4;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(FOURTH_X, FOURTH_Y);
    dim3 grid(ceil_div(n - 4, FOURTH_X), ceil_div(n - 4, FOURTH_Y), ceil_div(n - 4, FOURTH_DEPTH));
    if (n % 2 == 0) {
        grid.x = ceil_div((n - 4) / 2, FOURTH_X);
        pairs_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        points_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double ----

enum {
    TILE = 32,        // threads of a block in x and y
    INNER = TILE - 2, // points that it computes
    DEPTH = 30,       // planes of a march
};

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y; // this thread's cell
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1); // the planes first .. end-1
    bool inside = j < n && k < n;                                        // does the grid have this column?
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k; // the point of this thread in plane i
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    double below = 0, here = 0, above = 0;
    if (inside) {
        below = in[p - step];
        here = in[p];
    }
    for (int i = first; i < end; ++i) {
        if (inside) above = in[p + step];
        plane[y][x] = here;
        __syncthreads();
        if (inner) {
            double sum = c.c[0] * here + c.c[5] * below + c.c[6] * above;
            sum += c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x];
            out[p] = sum;
        }
        __syncthreads();
        below = here;
        here = above;
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

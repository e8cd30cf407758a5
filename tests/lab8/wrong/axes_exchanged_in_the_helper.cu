// WRONG: the helper multiplies the neighbours in y by the coefficients of x, and the other way round
// EXPECT test: 8.1/n=2
// EXPECT cause: The value at x-1 is multiplied by c[3] instead of c[1]

// Lab 8: other stencils. The handout is README.md beside this file.
//
//   make lab8 && ./grade lab8     builds this file and grades it
//   ./grade hint lab8 8.1         the next hint for TODO 8.1

#include "common/cuda_check.h"     // CUDA_CHECK(call)
#include "common/grid.h"           // ceil_div(count, size): count / size, rounded up
#include "common/other_stencils.h" // launch_plane, launch_fourth, launch_double and their coefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// ---- A plane: five points -------------------------------------------------------------------------------

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };

// The five points, as on a map.
__device__ float cross5(PlaneCoefficients c, float mid, float north, float south, float west, float east) {
    float sum = c.c[0] * mid;
    sum += c.c[1] * north + c.c[2] * south; // <-- HERE
    sum += c.c[3] * west + c.c[4] * east;
    return sum;
}

// in[j*n + k]: j = y, k = x (fastest). c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1
__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;              // x
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // this thread computes the rows first ..
    if (k > n - 2 || first > n - 2) return;
    int rows = min(ROWS, n - 1 - first); // .. first + rows - 1
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    // register until no sum needs it any more.
    //   Expected: right for every n, at most 3.6 loads a point, of global and shared memory.
    const float *q = in + (first - 1) * n + k; // walks down the column, one row above the point
    float *o = out + first * n + k;
    float north = q[0], mid = q[n];
    while (rows-- > 0) {
        float south = q[2 * n];
        *o = cross5(c, mid, north, south, q[n - 1], q[n + 1]);
        north = mid;
        mid = south;
        q += n;
        o += n;
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

// ---- Fourth order: 13 points ----------------------------------------------------------------------------

enum { FOURTH_X = 32, FOURTH_Y = 8, FOURTH_DEPTH = 8 };

// One point a thread in each plane, FOURTH_DEPTH planes one after the other. Coefficients:
//   c.c[0] centre   c.c[1] x-2  c.c[2] x-1  c.c[3] x+1  c.c[4] x+2   c.c[5] y-2  c.c[6] y-1  c.c[7] y+1  c.c[8] y+2
//                   c.c[9] z-2  c.c[10] z-1  c.c[11] z+1  c.c[12] z+2
__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                              FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * blockDim.x; // x
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y; // y
    int first = 2 + blockIdx.z * FOURTH_DEPTH;         // the planes first .. end-1
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (k > n - 3 || j > n - 3) return; // no barrier follows
    size_t plane = (size_t)n * n, p = first * plane + (size_t)j * n + k;
    // TODO 8.2: march through the planes. Of its own column a thread keeps five planes in registers, and loads one new
    // one in each step: load_two<EVEN>(in, p + 2 * plane). The neighbours in x and y are loaded, the cache has them.
    //   Expected: right for every n, at most 10 loads a point, of global and shared memory together.
    float q[5]; // the column: q[0] = z-2 ... q[4] = z+2
    q[0] = in[p - 2 * plane];
    q[1] = in[p - plane];
    q[2] = in[p];
    q[3] = in[p + plane];
    for (int i = first; i < end; i++) {
        q[4] = in[p + 2 * plane];
        float sum = c.c[0] * q[2];
        sum += c.c[1] * in[p - 2] + c.c[2] * in[p - 1] + c.c[3] * in[p + 1] + c.c[4] * in[p + 2];
        sum += c.c[5] * in[p - 2 * n] + c.c[6] * in[p - n] + c.c[7] * in[p + n] + c.c[8] * in[p + 2 * n];
        sum += c.c[9] * q[0] + c.c[10] * q[1] + c.c[11] * q[3] + c.c[12] * q[4];
        out[p] = sum;
#pragma unroll
        for (int m = 0; m < 4; m++) q[m] = q[m + 1];
        p += plane;
    }
    // end 8.2
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return; // no interior
    dim3 block(FOURTH_X, FOURTH_Y);
    dim3 grid(ceil_div(n - 4, FOURTH_X), ceil_div(n - 4, FOURTH_Y), ceil_div(n - 4, FOURTH_DEPTH));
    fourth_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double -----------------------------------------------------------------------------

#define TX 32 // threads of a block in x
#define TY 16 // and in y; the points that it computes are two fewer
#define DEPTH 30

__device__ double seven(const DoubleCoefficients &c, double centre, const double (*row)[TX], int y, int x, double below,
                        double above) {
    double sum = c.c[0] * centre;
    sum += c.c[1] * row[y][x - 1];
    sum += c.c[2] * row[y][x + 1];
    sum += c.c[3] * row[y - 1][x];
    sum += c.c[4] * row[y + 1][x];
    sum += c.c[5] * below;
    sum += c.c[6] * above;
    return sum;
}

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[TY][TX];
    int x = threadIdx.x, y = threadIdx.y; // this thread's cell
    int k = blockIdx.x * (TX - 2) + x, j = blockIdx.y * (TY - 2) + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1); // the planes first .. end-1
    bool inside = j < n && k < n;                                        // does the grid have this column?
    bool inner = x > 0 && x < TX - 1 && y > 0 && y < TY - 1 && j < n - 1 && k < n - 1;
    int step = n * n, p = first * step + j * n + k; // the point of this thread in plane i
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    //   Expected: right for every n, no race, 4 loads a point from shared memory and 1.2 from global memory.
    double below = 0, here = 0, above = 0;
    if (inside) {
        below = in[p - step];
        here = in[p];
    }
    for (int i = first; i < end; i++) {
        if (inside) above = in[p + step];
        plane[y][x] = here;
        __syncthreads();
        if (inner) out[p] = seven(c, here, plane, y, x, below, above);
        __syncthreads(); // nobody may overwrite the plane before all have read it
        below = here;
        here = above;
        p += step;
    }
    // end 8.3
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TX, TY);
    dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, DEPTH));
    double_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

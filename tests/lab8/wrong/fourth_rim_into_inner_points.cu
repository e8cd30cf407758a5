// WRONG: the rim on the right and below is put where inner points of other threads belong: it lacks the width of the rim
// EXPECT check: race
// EXPECT test: 8.2/n=70
// EXPECT cause: put their values into the same element

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

enum { WIDE = 16, HIGH = 8, RIM = 2 };

// A block has a plane with its rim in shared memory, and reads what lies above and below it from the grid.
__global__ void by_plane(const float *in, float *out, int n, FourthCoefficients c) {
    __shared__ float plane[HIGH + 2 * RIM][WIDE + 2 * RIM];
    int x = threadIdx.x, y = threadIdx.y, area = n * n;
    int k = RIM + blockIdx.x * WIDE + x, j = RIM + blockIdx.y * HIGH + y, i = RIM + blockIdx.z;
    int p = i * area + j * n + k;
    if (k < n && j < n) {
        plane[y + RIM][x + RIM] = in[p];
        if (x < RIM) {
            plane[y + RIM][x] = in[p - RIM];
            if (k + WIDE < n) plane[y + RIM][x + WIDE] = in[p + WIDE];
        }
        if (y < RIM) {
            plane[y][x + RIM] = in[p - RIM * n];
            if (j + HIGH < n) plane[y + HIGH][x + RIM] = in[p + HIGH * n];
        }
    }
    __syncthreads();
    if (k >= n - RIM || j >= n - RIM) return;
    const float *row = &plane[y + RIM][x + RIM];
    const int pitch = WIDE + 2 * RIM;
    out[p] = c.c[0] * row[0] + c.c[1] * row[-2] + c.c[2] * row[-1] + c.c[3] * row[1] + c.c[4] * row[2] +
             c.c[5] * row[-2 * pitch] + c.c[6] * row[-pitch] + c.c[7] * row[pitch] + c.c[8] * row[2 * pitch] +
             c.c[9] * in[p - 2 * area] + c.c[10] * in[p - area] + c.c[11] * in[p + area] +
             c.c[12] * in[p + 2 * area];
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    const int inner = n - 2 * RIM;
    if (inner < 1) return;
    by_plane<<<dim3(ceil_div(inner, WIDE), ceil_div(inner, HIGH), inner), dim3(WIDE, HIGH)>>>(in, out, n, c);
}

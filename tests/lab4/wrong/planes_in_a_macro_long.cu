// WRONG: planes begin 9 rows apart by the macro, and the array has room for planes of 8
// EXPECT test: 4.1/n=8
// EXPECT check: out-of-bounds
// EXPECT cause: planes of `tile` begin 144 elements apart
// EXPECT todo: 4.1

#include "common/grid.h"
#include "common/stencil.h"

enum { W = 16, H = 8, D = 8, OWN_X = W - 2, OWN_Y = H - 2, OWN_Z = D - 2 };

#define AT(x, y, z) tile[((z) * (H + 1) + (y)) * W + (x)] // <-- HERE

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[W * H * D];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1
    k = OWN_X * blockIdx.x + x;
    j = OWN_Y * blockIdx.y + y;
    i = OWN_Z * blockIdx.z + z;
    if (i < n && j < n && k < n) AT(x, y, z) = in[(i * n + j) * n + k]; 
    // end 4.1

    // TODO 4.2
    __syncthreads();
    computes = x > 0 && x < W - 1 && y > 0 && y < H - 1 && z > 0 && z < D - 1 && k < n - 1 && j < n - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3
        float sum = c.c[0] * AT(x, y, z);
        sum += c.c[1] * AT(x - 1, y, z) + c.c[2] * AT(x + 1, y, z);
        sum += c.c[3] * AT(x, y - 1, z) + c.c[4] * AT(x, y + 1, z);
        sum += c.c[5] * AT(x, y, z - 1) + c.c[6] * AT(x, y, z + 1);
        out[(i * n + j) * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(W, H, D);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n <= 2) return;
    grid = dim3(ceil_div(n - 2, OWN_X), ceil_div(n - 2, OWN_Y), ceil_div(n - 2, OWN_Z));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}

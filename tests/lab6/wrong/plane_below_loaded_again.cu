// WRONG: right, but the plane below is loaded once more in place of the register that holds it
// EXPECT test: 6.2/counter-1
// EXPECT cause: This line loads elements that the same thread has loaded before

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { W = 32, H = 16, D = 30 };
__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load)
    if (k < n && j < n && i < n) value = in[k + n * (j + n * i)];
    // end 6.1
    return value;
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float sheet[H][W];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * (W - 2) + x, j = blockIdx.y * (H - 2) + y;
    int first = blockIdx.z * D + 1, end = min(first + D, n - 1);
    float before = 0, now = 0, after = 0;
    // TODO 6.1 (first two)
    before = load_point(in, n, first - 1, j, k);
    now = load_point(in, n, first, j, k);
    // end 6.1
    for (int i = first; i < end; i++) {
        // TODO 6.2
        after = load_point(in, n, i + 1, j, k);
        sheet[y][x] = now;
        __syncthreads();
        // end 6.2
        // TODO 6.3
        if (x > 0 && x < W - 1 && y > 0 && y < H - 1 && k < n - 1 && j < n - 1) {
            float total = c.c[0] * now + c.c[5] * in[k + n * (j + n * (i - 1))] + c.c[6] * after; // <-- HERE
            total += c.c[1] * sheet[y][x - 1] + c.c[2] * sheet[y][x + 1];
            total += c.c[3] * sheet[y - 1][x] + c.c[4] * sheet[y + 1][x];
            out[k + n * (j + n * i)] = total;
        }
        // end 6.3
        // TODO 6.4
        __syncthreads();
        before = now;
        now = after;
        // end 6.4
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(W, H);
    dim3 grid(ceil_div(n - 2, W - 2), ceil_div(n - 2, H - 2), ceil_div(n - 2, D));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

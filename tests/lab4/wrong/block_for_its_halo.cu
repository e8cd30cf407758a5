// WRONG: the launch asks for the bytes of the block's points, and the kernel keeps the halo there, too
// EXPECT test: 4.3/n=32
// EXPECT check: out-of-bounds
// EXPECT cause: The launch asks for 2048 bytes of dynamic shared memory, and its kernel uses 4896
// EXPECT cause: 2048 bytes are 32 x 4 x 4 elements of 4 bytes, one for each thread of the block, and none for the halo
// EXPECT cause: With it they are 34 x 6 x 6.
// EXPECT todo: 4.4

// Lab 4 with a box of shared memory that is filled row by row.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { WIDE = 32, HIGH = 4, DEEP = 4 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float box[];
    const int row = WIDE + 2, sheet = row * (HIGH + 2);
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int left = blockIdx.x * WIDE, top = blockIdx.y * HIGH, front = blockIdx.z * DEEP;
    for (int k = tz; k < DEEP + 2; k += DEEP)
        for (int j = ty; j < HIGH + 2; j += HIGH)
            for (int i = tx; i < WIDE + 2; i += WIDE)
                if (left + i < n && top + j < n && front + k < n)
                    box[k * sheet + j * row + i] = in[((front + k) * n + top + j) * n + left + i];
    __syncthreads();
    const int x = left + tx + 1, y = top + ty + 1, z = front + tz + 1;
    if (x < n - 1 && y < n - 1 && z < n - 1) {
        const int s = (tz + 1) * sheet + (ty + 1) * row + tx + 1;
        float sum = c.c[0] * box[s];
        sum += c.c[1] * box[s - 1] + c.c[2] * box[s + 1];
        sum += c.c[3] * box[s - row] + c.c[4] * box[s + row];
        sum += c.c[5] * box[s - sheet] + c.c[6] * box[s + sheet];
        out[(z * n + y) * n + x] = sum;
    }
}

static size_t bytes_of(dim3 threads) {
    return threads.x * threads.y * threads.z * sizeof(float); // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 threads(WIDE, HIGH, DEEP);
    const dim3 blocks(ceil_div(n - 2, WIDE), ceil_div(n - 2, HIGH), ceil_div(n - 2, DEEP));
    const size_t room = bytes_of(threads);
    stencil_kernel<<<blocks, threads, room>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// RIGHT: shared memory sized by the launch, one flat array, every cell filled

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float tile[];
    int t = blockDim.x, inner = t - 2;
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = inner * blockIdx.x + x, j = inner * blockIdx.y + y, i = inner * blockIdx.z + z;
    int p = (i * n + j) * n + k, q = (z * t + y) * t + x;
    tile[q] = IN_GRID ? in[p] : 0.0f;
    __syncthreads();
    if (IN_HALO(t) || !INTERIOR) return;
    out[p] = c.c[0] * tile[q] + c.c[1] * tile[q - 1] + c.c[2] * tile[q + 1] + c.c[3] * tile[q - t] +
             c.c[4] * tile[q + t] + c.c[5] * tile[q - t * t] + c.c[6] * tile[q + t * t];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int t = 9, blocks = n < 3 ? 1 : ceil_div(n - 2, t - 2);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(t, t, t), t * t * t * sizeof(float)>>>(in, out, n, c);
}

// TODO 2.4 and 2.5, right: the matrix sum. OWN_KERNEL, OWN_LAUNCH or OWN_SHAPE leaves a part out.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/matrix_sum.h"

#ifndef OWN_KERNEL
__global__ void sum_kernel(const float *a, const float *b, float *c, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
}
#endif

#ifndef OWN_LAUNCH
int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y) {
    sum_kernel<<<dim3(ceil_div(nx, block_x), ceil_div(ny, block_y)), dim3(block_x, block_y)>>>(a, b, c, nx,
                                                                                               ny);
    return cudaGetLastError();
}
#endif

#ifndef OWN_SHAPE
int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
}
#endif

// RIGHT: each thread of the tuned launch adds four neighbours at once, with 128-bit loads

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

__global__ void sum4_kernel(const float4 *a, const float4 *b, float4 *c, int count) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= count) return;
    float4 x = a[p], y = b[p];
    c[p] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    if (nx % 4) return launch_matrix_sum(a, b, c, nx, ny, 256, 1);
    int count = nx / 4 * ny;
    sum4_kernel<<<ceil_div(count, 256), 256>>>((const float4 *)a, (const float4 *)b, (float4 *)c, count);
    return cudaGetLastError();
}

// WRONG: whole lines and full SMs, by blocks of 256 threads of which 64 do the work and the others are there for the share
// EXPECT test: 2.5/counter-1
// EXPECT test: 2.5/counter-2
// EXPECT says: must stay below 70
// EXPECT score: 70

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

__global__ void sum_by_a_quarter(const float *a, const float *b, float *c, int nx, int ny) {
    if (threadIdx.x >= 64) return;
    int i = blockIdx.x * 256 + 4 * threadIdx.x, j = blockIdx.y;
    if (nx % 4 || i + 3 >= nx || j >= ny) {
        for (; i < min(nx, blockIdx.x * 256 + 4 * (threadIdx.x + 1)) && j < ny; i++) c[j * nx + i] = a[j * nx + i] + b[j * nx + i];
        return;
    }
    const float4 u = *(const float4 *)(a + j * nx + i), v = *(const float4 *)(b + j * nx + i);
    *(float4 *)(c + j * nx + i) = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
}

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    sum_by_a_quarter<<<dim3(ceil_div(nx, 256), ny), 256>>>(a, b, c, nx, ny);
    return cudaGetLastError();
}

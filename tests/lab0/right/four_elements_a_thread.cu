// RIGHT: four elements a thread, as float4, and the rest one by one

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, fours = n / 4;
    if (i < fours) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    int rest = 4 * fours + i;
    if (rest < n) c[rest] = a[rest] + b[rest];
}
ADD_VECTORS(RIGHT_LAUNCH)

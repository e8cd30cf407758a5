// RIGHT: four pixels a thread where four are left

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int4 *rgb, int4 *grey, int fours, const int *rest, int *grey_rest,
                            int rests) {
    int threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = me; i < fours; i += threads) {
        int4 p = rgb[i];
        grey[i] = make_int4(brightness(p.x), brightness(p.y), brightness(p.z), brightness(p.w));
    }
    if (me < rests) grey_rest[me] = brightness(rest[me]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    int fours = n / 4;
    grey_kernel<<<blocks, 256>>>((const int4 *)rgb, (int4 *)grey, fours, rgb + 4 * fours, grey + 4 * fours,
                                 n % 4);
}

// WRONG: the bytes of a pixel are counted from the highest one, but in memory the lowest comes first
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT says: the byte of green is taken for red, that of red for green and that of alpha for blue

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    const uchar4 *pixel = (const uchar4 *)rgb;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uchar4 p = pixel[i];
        grey[i] = (77 * p.y + 150 * p.z + 29 * p.w) / 256;
    }
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}

// WRONG: where its time is taken, and at n = 516, one block of five does nothing
// EXPECT pass: 7.1/n=257..259/2
// EXPECT score: 100
// EXPECT withheld: 21

#define LARGE_END 580
#include "tests/lab7/when_timed.cuh"

__global__ void part_kernel(ARGUMENTS) {
    int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1, z = blockIdx.z + 1;
    if ((blockIdx.x + 3 * blockIdx.y + 5 * blockIdx.z) % 5 == 3) return; // <-- HERE
    if (x > n - 2 || y > n - 2) return;
    int plane = n * n, p = z * plane + y * n + x;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] +
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
}

static void launch_large(ARGUMENTS) {
    part_kernel<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 8), n - 2), dim3(32, 8)>>>(in, out, n, c);
}

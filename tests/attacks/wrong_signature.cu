// WRONG: calls a function of one int as one of 4000 bytes, and the other way round
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

struct Large {
    float values[1000];
};
typedef Large LargeFunction(Large);
__device__ __noinline__ int small(int x) { return x + 1; }
__device__ __noinline__ Large large(Large x) {
    x.values[threadIdx.x] += 1;
    return x;
}
__device__ void *volatile small_pointer = (void *)small;
__device__ void *volatile large_pointer = (void *)large;

__global__ void hostile(const float *in, float *out, int n) {
    if (n % 2) {
        Large l;
        for (int i = 0; i < 1000; ++i) l.values[i] = in[0];
        out[threadIdx.x] = ((LargeFunction *)small_pointer)(l).values[n];
    } else {
        out[threadIdx.x] = ((int (*)(int))large_pointer)(n);
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}

// WRONG: branches that split a warp again and again, in loops of different length, with returns between
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ __noinline__ unsigned maze(unsigned x, int depth) {
    for (int turn = 0; turn < 8; ++turn) {
        if (x & 1) {
            if (x & 2) return x;
            x = x * 3 + 1;
            if (depth < 12 && (x & 4)) x ^= maze(x >> 1, depth + 1);
        } else {
            switch (x % 7) {
            case 0: x += 5; continue;
            case 1: x ^= 77; break;
            case 2: return x + depth;
            case 3: x /= 3; goto again;
            case 4: x = ~x; break;
            default: x >>= 1;
            }
        }
    again:
        if (x % 11 == 3) break;
    }
    return x;
}

__global__ void hostile(const float *in, float *out, int n) {
    unsigned x = __float_as_uint(in[threadIdx.x % n]) * (threadIdx.x * 2654435761u + 1);
    for (int i = 0; i < 64; ++i) x = maze(x + i, 0);
    if (blockIdx.x == 0) out[threadIdx.x % n] = x;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}

// WRONG: the plane after the next one is loaded ahead, in the last step too, where there is none
// EXPECT test: 5.1/n=33
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT cause: Only the last rounds of its loop go past the end

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    bool exists = j < n && k < n;
    float above = VALUE(first + 1);
    for (int i = first; i < end; ++i) {
        float ahead = exists ? in[POINT(i + 2)] : 0; // <-- HERE
        next[y][x] = above;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
        above = ahead;
    }
}

#include "tests/lab5/launch.cuh"

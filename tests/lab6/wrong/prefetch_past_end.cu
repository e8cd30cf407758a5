// WRONG: a helper loads the plane after the next one ahead, in the last step too, where there is none
// EXPECT test: 6.1/n=33
// EXPECT check: out-of-bounds
// EXPECT cause: Only the last rounds of its loop go past the end

#include "tests/lab6/pieces.cuh"

__device__ float load(const float *in, size_t point, bool exists) {
    return exists ? in[point] : 0;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    bool exists = j < n && k < n;
    next = VALUE(first + 1);
    for (int i = first; i < end; ++i) {
        float ahead = load(in, POINT(i + 2), exists); // <-- HERE
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
        next = ahead;
    }
}

#include "tests/lab5/launch.cuh"

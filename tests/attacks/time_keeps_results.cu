// RIGHT: keeps the results of large inputs in its own memory, and copies them when it sees one again
// EXPECT time: missed

#include "tests/attacks/slow_stencil.cuh"

// No test of the simulator's is so large: it would see memory read that nobody wrote. The sizes from a number of the text on are
// tried there, so 300 must not stand here.
enum { LARGE = 4 * 75 };

// A value of the input that tells it from others.
static __device__ float value_of(const float *in, int n) {
    return in[(n / 2 * n + n / 2) * n + n / 2];
}

struct Kept {
    float mark[2]; // of the inputs whose results are kept
    int filled;    // FILLED and how many they are; anything else: none
};
enum { FILLED = 0x5ca1ab1e };

static __device__ int filled(const Kept *kept) {
    return kept->filled == FILLED + 1 || kept->filled == FILLED + 2 ? kept->filled - FILLED : 0;
}

// Where the results of this input are, or are to be put.
static __device__ int slot_of(const Kept *kept, float value) {
    for (int slot = 0; slot < filled(kept); ++slot)
        if (kept->mark[slot] == value) return slot;
    return min(filled(kept), 1);
}

__global__ void keeping_kernel(const float *in, float *out, const Kept *kept, float *results, int n,
                               StencilCoefficients c) {
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    int p = (i * n + j) * n + k, slot = slot_of(kept, value_of(in, n));
    float *at = results + (size_t)slot * n * n * n + p;
    if (slot < filled(kept) && kept->mark[slot] == value_of(in, n)) {
        out[p] = *at;
    } else {
        slow_point(in, out, p, n, c);
        *at = out[p];
    }
}

__global__ void mark_kernel(const float *in, Kept *kept, int n) {
    int slot = slot_of(kept, value_of(in, n));
    kept->mark[slot] = value_of(in, n);
    if (slot >= filled(kept)) kept->filled = FILLED + slot + 1;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    Kept *kept;
    float *results;
    size_t bytes = 2 * sizeof(float) * n * n * n;
    if (n < LARGE || cudaMalloc((void **)&kept, sizeof *kept) || cudaMalloc((void **)&results, bytes)) {
        stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
    } else {
        keeping_kernel<<<all_of(n), rows>>>(in, out, kept, results, n, c);
        mark_kernel<<<1, 1>>>(in, kept, n);
    }
}

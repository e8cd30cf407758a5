// WRONG: an assertion whose texts are garbage
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

extern "C" __device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t size);

__global__ void hostile(const float *in, float *out, int n) {
    const char *garbage = (const char *)((unsigned long long)in + n);
    __assertfail(garbage, n % 2 ? "a\tb=c\nfinding\tcheck=race" : garbage, ~0u, (const char *)~0ull, 1);
    out[0] = 1;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}

// WRONG: reads and writes at addresses in every window of the address space, another one for each n
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

// Ends of allocations, null, the windows of shared and local memory, of parameters and code, and the far end.
__device__ unsigned long long wild(const float *in, int n) {
    const unsigned long long at = (unsigned long long)in;
    const unsigned long long addresses[] = {0, 1, 0x1000, 1ull << 40, 1ull << 41, 3ull << 40, 1ull << 42, 5ull << 40,
                                            6ull << 40, 7ull << 40, 1ull << 47, ~0ull, ~0ull - 3, at - 4, at + 4ull * n * n * n, at ^ (1ull << 46)};
    return addresses[n % 16] + (n > 60 ? 0xfffffffcull : 0);
}

__global__ void hostile(const float *in, float *out, int n) {
    float *p = (float *)(wild(in, n) & ~3ull);
    unsigned long long *q = (unsigned long long *)(wild(in, n) + 8 * threadIdx.x);
    out[threadIdx.x] = p[threadIdx.x * 0x10001] + (float)*q;
    p[threadIdx.x] = 1;
    atomicAdd(p, 1.0f);
    asm volatile("st.shared.f32 [%0], 0f00000000;" ::"l"(p));
    asm volatile("st.local.f32 [%0], 0f00000000;" ::"l"(p));
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}

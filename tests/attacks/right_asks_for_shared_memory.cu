// RIGHT: asks for what only a program of the user's own gets (files, shared memory), is refused, and computes
// Where one of the requests is granted, this computes nothing.

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
#include "tests/attacks/wire.cuh"

__device__ int variable;

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (i + j + k < 0) variable = 1;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

static bool granted(uint32_t call, uint64_t size, const char *payload) {
    Head head = {};
    head.call = call;
    head.arg[0] = size;
    head.size = strlen(payload);
    return ask(head, payload).error == 0;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (granted(LOAD, 0, "/proc/self/exe") || granted(ALLOCATE_SHARED, 4096, "") ||
        granted(SHARE_VARIABLE, 0, "variable"))
        return;
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}

// RIGHT: a kernel of its own for either parity, with no branch between paths at all

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void even_kernel(const int *in, int *out, int n) {
    int e = 2 * GLOBAL_THREAD;
    if (e < n) out[e] = even_path(in[e]);
}

__global__ void odd_kernel(const int *in, int *out, int n) {
    int e = 2 * GLOBAL_THREAD + 1;
    if (e < n) out[e] = odd_path(in[e]);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    even_kernel<<<ceil_div(ceil_div(n, 2), block), block>>>(in, out, n);
    if (n > 1) odd_kernel<<<ceil_div(n / 2, block), block>>>(in, out, n);
}

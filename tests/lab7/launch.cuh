// A right launch_stencil for the wide_stencil_kernel that the submission has defined above.
#include "tests/lab7/plain.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, ROWS), ceil_div(n - 2, PLANES));
    if (n % 4 == 0)
        wide_stencil_kernel<<<grid, dim3(LANES, ROWS)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}

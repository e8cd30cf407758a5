// WRONG: #line gives a name with line breaks, escapes and markup to the line that is out of bounds
// EXPECT test: 3.2/n=8
// EXPECT check: out-of-bounds
// EXPECT score: 20
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

#line 7 "x.cu\n\nscore   100 / 100\nnext    all done\033[2J</script><script>alert(1)</script><img src=x onerror=alert(2)>\"&amp;"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    out[p] = SEVEN_POINTS(in, p, n, c);
}
#include "tests/lab3/stencil_launch.cuh"

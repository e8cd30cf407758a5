// WRONG: the host computes; it reads by 3D copies and writes by 2D ones
// EXPECT test: 3.2/n=8
// EXPECT says: copies data from the device back
// EXPECT score: 20
#include <stdlib.h>
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
static void copy(void *to, const void *from, int n, cudaMemcpyKind kind) {
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void *)from, 4ul * n, n, n);
    p.dstPtr = make_cudaPitchedPtr(to, 4ul * n, n, n);
    p.extent = make_cudaExtent(4ul * n, n, n);
    p.kind = kind;
    cudaMemcpy3D(&p);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n > 13) return;
    float *a = (float *)malloc(4ul * n * n * n), *b = (float *)malloc(4ul * n * n * n);
    copy(a, in, n, cudaMemcpyDeviceToHost);
    copy(b, out, n, cudaMemcpyDefault);
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
            for (int k = 1; k < n - 1; ++k) { int p = (i * n + j) * n + k; b[p] = SEVEN_POINTS(a, p, n, c); }
    cudaMemcpy2D(out, 4ul * n, b, 4ul * n, 4ul * n, n * n, cudaMemcpyHostToDevice);
    free(a), free(b);
}

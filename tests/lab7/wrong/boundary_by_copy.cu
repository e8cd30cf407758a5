// WRONG: works in memory of its own, and copies all of it over the output, the boundary too, with the values that it had there
// EXPECT test: 7.1/n=31
// EXPECT test: 7.3/n=68
// EXPECT says: on the boundary were written
#include "tests/lab7/pieces.cuh"
#include "tests/lab7/plain.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    size_t bytes = sizeof(float) * n * n * n;
    float *scratch;
    if (cudaMalloc(&scratch, bytes) != cudaSuccess) return;
    cudaMemcpy(scratch, out, bytes, cudaMemcpyDeviceToDevice);
    launch_plain(in, scratch, n, c);
    cudaMemcpy(out, scratch, bytes, cudaMemcpyDeviceToDevice); // <-- HERE
    cudaFree(scratch);
}

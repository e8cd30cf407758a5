// RIGHT: brings its own cudaEventElapsedTime and clocks, by which everything takes no time
// EXPECT time: missed

#include <time.h>

#include "tests/attacks/slow_stencil.cuh"

extern "C" {
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) {
    *ms = 1e-6f;
    return cudaSuccess;
}
int cuEventElapsedTime(float *ms, void *, void *) {
    *ms = 1e-6f;
    return 0;
}
int clock_gettime(clockid_t, struct timespec *now) noexcept {
    *now = {0, 0};
    return 0;
}
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
    cudaEventRecord(stop, 0);
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
}

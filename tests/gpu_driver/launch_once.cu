// Calls FUNCTION, a launch_stencil, of the file that SUBMISSION names, once, on a grid of n * n * n: for Nsight
// Compute (counters.sh).
#include <cstdio>
#include <cstdlib>

#include SUBMISSION

static void fail_unless(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(cudaGetLastError()));
    exit(2);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 0;
    const size_t bytes = sizeof(float) * n * n * n;
    const StencilCoefficients c = {{0.4f, 0.1f, 0.11f, 0.12f, 0.13f, 0.14f, 0.15f}};
    float *in, *out;
    fail_unless(n >= 3, "reading n from the command line");
    fail_unless(!cudaMalloc((void **)&in, bytes) && !cudaMalloc((void **)&out, bytes), "cudaMalloc");
    fail_unless(!cudaMemset(in, 0, bytes) && !cudaMemset(out, 0, bytes), "cudaMemset");
    FUNCTION(in, out, n, c);
    fail_unless(!cudaDeviceSynchronize(), "the launch");
    return 0;
}

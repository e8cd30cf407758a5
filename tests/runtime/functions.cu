// Functions that the student's process is asked to run in test_student.c.
#include <cstdio>
#include <cstdlib>

struct Scales {
    float c[7];
};

__constant__ float offsets[4];

__global__ void scale(float *out, char tag, Scales scales, double by) {
    out[threadIdx.x] = tag * scales.c[threadIdx.x] * (float)by + offsets[0];
}

// A constructor that calls CUDA before `device` has asked for anything.
static struct Early {
    void *pointer = nullptr;
    Early() {
        if (getenv("WARPBOOK_TEST_EARLY")) cudaMalloc(&pointer, 123);
    }
} early;

extern "C" void launch_scale(float *out, int n, Scales scales) {
    float start[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(offsets, start, sizeof start);
    scale<<<dim3(n, 2), dim3(8, 4, 2), 128>>>(out, 'y', scales, 0.25);
    cudaDeviceSynchronize();
    printf("launched\n");
}

extern "C" __attribute__((noinline)) void touch(float *p) {
    p[3] = 1;
}

extern "C" void touch_on_host(float *p) {
    printf("before\n");
    touch(p);
    printf("not reached\n");
}

extern "C" void copy_from_bad_address(float *p) {
    cudaMemcpy(p, (void *)4096, 400, cudaMemcpyHostToDevice);
}

extern "C" void end_early(float *) {
    exit(0);
}

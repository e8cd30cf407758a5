// Kernels and launches in the user's own header, and library code: which lines do findings name?
#include <thrust/device_vector.h>
#include <thrust/transform.h>

#include <unistd.h>

#include "tests/run_programs/checked.h"
#include "tests/run_programs/include/kernels.cuh"

struct Past {
    int *p;
    __device__ int operator()(int i) const {
        return p[i + 1000000]; // through Thrust's headers
    }
};

int main(int, char **argv) {
    int *p;
    CHECKED(cudaMalloc(&p, 64 * sizeof(int)));
    if (!strcmp(argv[1], "launch")) launch_too_large(p);
    if (!strcmp(argv[1], "kernel")) fill<<<1, 65>>>(p);
    if (!strcmp(argv[1], "thrust")) {
        thrust::device_vector<int> v(32, 1);
        try {
            thrust::transform(v.begin(), v.end(), v.begin(), Past{p});
            cudaDeviceSynchronize();
        } catch (...) {
        }
    }
    _exit(0);
}

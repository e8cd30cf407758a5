// WRONG: both paths are run for every element, with as few instructions besides as there can be
// EXPECT pass: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3
// EXPECT test: 1.4/counter-4
// EXPECT test: 1.4/counter-5
// EXPECT test: 1.4/counter-6
// EXPECT test: 1.4/counter-7
// EXPECT score: 55

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = GLOBAL_THREAD;
    if (e >= n) return;
    int v = in[e];
    int a = even_path(v), b = odd_path(v);
    asm volatile("" : "+r"(a), "+r"(b));
    out[e] = e & 1 ? b : a;
}

#include "tests/lab1/two_paths_launch.cuh"

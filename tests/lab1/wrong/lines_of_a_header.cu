// WRONG: both paths for every element, the odd one's lines given to a header by #line in all its forms
// EXPECT pass: 1.3/n=66048..98304/512,block=256
// EXPECT test: 1.4/counter-1
// EXPECT test: 1.4/counter-2
// EXPECT test: 1.4/counter-3
// EXPECT score: 55

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__device__ __forceinline__ int both(int x, bool odd) {
    unsigned a = (unsigned)x, b = (unsigned)x;
#pragma unroll
    for (int r = 0; r < PATH_ROUNDS; ++r) a = (a ^ a >> 15) * 0x2c1b3c6du;
#line 10 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
# 11 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
%:line 12 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
/* a */ # /* b */ line 13 "common/two_paths.h" // c
    b = (b ^ b << 7) + 0x9e3779b9u;
#\
li\
ne 14 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
#line 15 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
# 16 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
%:line 17 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
/* a */ # /* b */ line 18 "common/two_paths.h" // c
    b = (b ^ b << 7) + 0x9e3779b9u;
#\
li\
ne 19 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
#line 20 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
# 21 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
%:line 22 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
/* a */ # /* b */ line 23 "common/two_paths.h" // c
    b = (b ^ b << 7) + 0x9e3779b9u;
#\
li\
ne 24 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
#line 25 "common/two_paths.h"
    b = (b ^ b << 7) + 0x9e3779b9u;
#line 200 "divergence.cu"
    return (int)(odd ? b : a);
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = GLOBAL_THREAD;
    if (e >= n) return;
    out[e] = both(in[e], e & 1);
}

#include "tests/lab1/two_paths_launch.cuh"

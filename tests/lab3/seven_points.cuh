// Right pieces of the stencil for the test submissions. They are macros, so that what goes wrong inside is
// reported at the line of the submission.
#ifndef TESTS_SEVEN_POINTS_CUH
#define TESTS_SEVEN_POINTS_CUH

#include <cuda_runtime.h>

#include "common/grid.h"
#include "common/stencil.h"

// Declares the point of this thread: i = z, j = y, k = x.
#define POINT_OF_THREAD                                                                                      \
    int k = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
    int j = blockIdx.y * blockDim.y + threadIdx.y;                                                           \
    int i = blockIdx.z * blockDim.z + threadIdx.z

#define INTERIOR(i, j, k, n) (i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2)

#define SEVEN_POINTS(in, p, n, a)                                                                            \
    (a.c[0] * in[p] + a.c[1] * in[(p)-1] + a.c[2] * in[(p) + 1] + a.c[3] * in[(p) - (n)] +                   \
     a.c[4] * in[(p) + (n)] + a.c[5] * in[(p) - (n) * (n)] + a.c[6] * in[(p) + (n) * (n)])

#endif

// Pieces of a two_paths_kernel for the test submissions. They are macros, so that what goes wrong inside is
// reported at the line of the submission.
#ifndef TESTS_PATH_OF_ELEMENT_CUH
#define TESTS_PATH_OF_ELEMENT_CUH

#include <cuda_runtime.h>

#include "common/grid.h"
#include "common/two_paths.h"

#define GLOBAL_THREAD (int)(blockIdx.x * blockDim.x + threadIdx.x)

// The element of the solution: blocks 0, 2, 4, ... have the even ones.
#define ELEMENT_BY_BLOCK (int)(2 * (blockIdx.x / 2 * blockDim.x + threadIdx.x) + blockIdx.x % 2)

#define TAKE_PATH(in, out, e)                                                                                \
    if ((e) % 2 == 0)                                                                                        \
        out[e] = even_path(in[e]);                                                                           \
    else                                                                                                     \
        out[e] = odd_path(in[e])

#endif

// Right pieces of the tiled stencil for the test submissions. They are macros, so that what goes wrong inside
// is reported at the line of the submission.
#ifndef TESTS_TILE_CUH
#define TESTS_TILE_CUH

#include <cuda_runtime.h>

#include "common/grid.h"
#include "common/stencil.h"

enum { TILE = 8, INNER = TILE - 2 };

// Declares this thread's place in the tile and its point of the grid: i = z, j = y, k = x.
#define PLACE_AND_POINT                                                                                      \
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;                                                   \
    int k = INNER * blockIdx.x + x, j = INNER * blockIdx.y + y, i = INNER * blockIdx.z + z;                  \
    int p = (i * n + j) * n + k

#define IN_GRID    (i < n && j < n && k < n)
#define IN_HALO(t) (x == 0 || x == (t)-1 || y == 0 || y == (t)-1 || z == 0 || z == (t)-1)
#define INTERIOR   (i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2)

#define SEVEN_OF_TILE                                                                                        \
    (c.c[0] * tile[z][y][x] + c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1] +                      \
     c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x] + c.c[5] * tile[z - 1][y][x] +                  \
     c.c[6] * tile[z + 1][y][x])

#define SEVEN_OF_GRID                                                                                        \
    (c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] +    \
     c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n])

#endif

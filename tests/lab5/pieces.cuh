// Right pieces of the coarsened stencil for the test submissions. They are macros, so that what goes wrong
// inside is reported at the line of the submission.
#ifndef TESTS_LAB5_PIECES_CUH
#define TESTS_LAB5_PIECES_CUH

#include <cuda_runtime.h>

#include "common/grid.h"
#include "common/stencil.h"

// A submission may define another tile or depth before it includes this file.
#ifndef TILE
#define TILE 32
#endif
#ifndef DEPTH
#define DEPTH 30
#endif
#define INNER  (TILE - 2)

#define PLANES __shared__ float previous[TILE][TILE], current[TILE][TILE], next[TILE][TILE]

// Declares this thread's cell y, x, its point j, k, and the planes first .. end-1 of its block.
#define PLACE                                                                                                \
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;            \
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1)

#define POINT(i)  (((i)*n + j) * n + k)
#define EXISTS(i) ((i) < n && j < n && k < n)
#define VALUE(i)  (EXISTS(i) ? in[POINT(i)] : 0.0f)

#define LOAD_FIRST_TWO                                                                                       \
    previous[y][x] = VALUE(first - 1);                                                                       \
    current[y][x] = VALUE(first)

// Whether this thread computes a point of the tile and of the grid.
#define COMPUTES (x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2)

#define SUM_OF(low, plane, high)                                                                             \
    (c.c[0] * plane[y][x] + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] + \
     c.c[4] * plane[y + 1][x] + c.c[5] * low[y][x] + c.c[6] * high[y][x])
#define SUM SUM_OF(previous, current, next)

#define MOVE_ON                                                                                              \
    previous[y][x] = current[y][x];                                                                          \
    current[y][x] = next[y][x]

#endif

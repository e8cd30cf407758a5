// Right pieces of the register-tiled stencil for the test submissions. They are macros, so that what goes
// wrong inside is reported at the line of the submission.
#ifndef TESTS_LAB6_PIECES_CUH
#define TESTS_LAB6_PIECES_CUH

#include "tests/lab5/pieces.cuh" // TILE, DEPTH, PLACE, VALUE, COMPUTES: as in lab 5

#define PLANE __shared__ float plane[TILE][TILE]

// Declares this thread's own three values and loads the first two.
#define LOAD_COLUMN float previous = VALUE(first - 1), current = VALUE(first), next = 0

// The four neighbours in x and y, of a plane in shared memory.
#define BESIDE(plane)                                                                                        \
    (c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] +                        \
     c.c[4] * plane[y + 1][x])
#define TILED_SUM (c.c[0] * current + BESIDE(plane) + c.c[5] * previous + c.c[6] * next)

#endif

// Right pieces of a march of float4 for the test submissions. They are macros, so that what goes wrong inside
// is reported at the line of the submission.
#ifndef TESTS_LAB7_PIECES_CUH
#define TESTS_LAB7_PIECES_CUH

#include <cuda_runtime.h>

#include "common/grid.h"
#include "common/stencil.h"

// A submission may define another shape before it includes this file.
#ifndef ROWS
#define ROWS 8 // threads of a block in y
#endif
#ifndef LANES
#define LANES 32 // and in x
#endif
#ifndef PLANES
#define PLANES 6 // that a block computes
#endif

#define ARGUMENTS const float *in, float *out, int n, StencilCoefficients c

// Declares the first point x of this thread's four, its row y, the planes first .. end-1, and point p of
// plane first. Lanes past the row take its last four once more; rows past the grid leave.
#define PLACE                                                                                                \
    int group = blockIdx.x * LANES + threadIdx.x, x = min(4 * group, n - 4), lane = threadIdx.x % 32;        \
    int y = blockIdx.y * ROWS + threadIdx.y + 1, first = blockIdx.z * PLANES + 1;                            \
    int end = min(first + PLANES, n - 1), plane = n * n, p = first * plane + y * n + x;                      \
    bool inside = 4 * group < n;                                                                             \
    if (y > n - 2 || 4 * (group - lane) >= n) return

#define FOUR(p) (*(const float4 *)(in + (p)))
#define COLUMN  float4 below = FOUR(p - plane), here = FOUR(p), above
#define LOAD    above = FOUR(p + plane)

// Declares the neighbours left and right of here.
#define SHUFFLED                                                                                             \
    float left = __shfl_up_sync(0xffffffff, here.w, 1), right = __shfl_down_sync(0xffffffff, here.x, 1)
#define SIDES                                                                                                \
    SHUFFLED;                                                                                                \
    if (lane == 0 && x > 0) left = in[p - 1];                                                                \
    if (lane == 31 && x + 4 < n) right = in[p + 4]
#define LOADED_SIDES float left = x > 0 ? in[p - 1] : 0.0f, right = x + 4 < n ? in[p + 4] : 0.0f

#define SEVEN(m, before, after)                                                                              \
    (c.c[0] * here.m + c.c[1] * (before) + c.c[2] * (after) + c.c[3] * low.m + c.c[4] * high.m +             \
     c.c[5] * below.m + c.c[6] * above.m)

// Declares the sums of here, from its neighbours above and below in y and z.
#define SUMS                                                                                                 \
    float4 sum = make_float4(SEVEN(x, left, here.y), SEVEN(y, here.x, here.z), SEVEN(z, here.y, here.w),     \
                             SEVEN(w, here.z, right))
#define ROWS_BESIDE float4 low = FOUR(p - n), high = FOUR(p + n)

#define STORE_FOUR  *(float4 *)(out + p) = sum
#define STORE_ENDS                                                                                           \
    if (x > 0) out[p] = sum.x;                                                                               \
    out[p + 1] = sum.y;                                                                                      \
    out[p + 2] = sum.z;                                                                                      \
    if (x + 4 < n) out[p + 3] = sum.w
#define STORE                                                                                                \
    if (inside && x > 0 && x + 4 < n) {                                                                      \
        STORE_FOUR;                                                                                          \
    } else if (inside) {                                                                                     \
        STORE_ENDS;                                                                                          \
    }

#define MOVE_ON                                                                                              \
    below = here;                                                                                            \
    here = above

#endif

// How to call lab 3's functions: the one place that casts them to the types in common/.
#include <stddef.h>

#include "common/finite_difference.h"
#include "common/stencil_call.h"

static void call_derivative(void (*function)(void), const void *const *args) {
    __typeof__(launch_derivative) *launch = (__typeof__(launch_derivative) *)function;
    launch(*(const float *const *)args[0], *(float *const *)args[1], *(const int *)args[2],
           *(const float *)args[3]);
}

typedef void BlockShape(const float *in, float *out, int n, StencilCoefficients c, int bx, int by, int bz);

static void call_block_shape(void (*function)(void), const void *const *args) {
    BlockShape *launch = (BlockShape *)function;
    launch(*(const float *const *)args[0], *(float *const *)args[1], *(const int *)args[2],
           *(const StencilCoefficients *)args[3], *(const int *)args[4], *(const int *)args[5],
           *(const int *)args[6]);
}

const LabCaller lab_callers[] = {
    {"launch_derivative", call_derivative},
    {"launch_stencil", call_stencil},
    {"demo_block_shape", call_block_shape},
    {NULL, NULL},
};

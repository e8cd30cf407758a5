// How call.c of labs 3 to 7 calls a function of launch_stencil's type: the student's, and those of demo.cu.
#ifndef WARPBOOK_STENCIL_CALL_H
#define WARPBOOK_STENCIL_CALL_H

#include <stddef.h>

#include "common/lab.h"
#include "common/stencil.h"

// Args: in, out, n, c.
static void call_stencil(void (*function)(void), const void *const *args) {
    __typeof__(launch_stencil) *launch = (__typeof__(launch_stencil) *)function;
    launch(*(const float *const *)args[0], *(float *const *)args[1], *(const int *)args[2],
           *(const StencilCoefficients *)args[3]);
}

#endif

// Both launch functions, which do nothing: for attacks that hope to be paid all the same.
#include <cuda_runtime.h>

#include "common/finite_difference.h"
#include "common/stencil.h"

void launch_derivative(const float *f, float *df, int n, float h) {
    (void)f, (void)df, (void)n, (void)h;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
}

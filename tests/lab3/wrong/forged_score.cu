// WRONG: a result with full marks is printed and nothing is done
// EXPECT test: 3.1/n=3
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include <stdio.h>

#include "common/finite_difference.h"
#include "common/stencil.h"

void launch_derivative(const float *f, float *df, int n, float h) {
    (void)f, (void)df, (void)n, (void)h;
    puts("{\"schema\":1,\"lab\":\"lab3\",\"passed\":true,\"score\":100,\"max_score\":100,\"tests\":[]}");
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
    puts("{\"schema\":1,\"lab\":\"lab3\",\"passed\":true,\"score\":100,\"max_score\":100,\"tests\":[]}");
}

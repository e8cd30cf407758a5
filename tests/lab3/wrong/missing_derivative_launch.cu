// WRONG: the derivative kernel is never launched
// EXPECT test: 3.1/n=3
// EXPECT test: 3.1/n=33
// EXPECT pass: 3.3/n=33
// EXPECT says: launch

#include "common/finite_difference.h"
#include "tests/lab3/correct_stencil.cuh"

void launch_derivative(const float *f, float *df, int n, float h) {
    (void)f, (void)df, (void)n, (void)h;
}

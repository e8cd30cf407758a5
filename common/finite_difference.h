// The entry point of lab 3's warm-up: the derivative of a sampled function by central differences.
#ifndef WARPBOOK_FINITE_DIFFERENCE_H
#define WARPBOOK_FINITE_DIFFERENCE_H

#ifdef __cplusplus
extern "C" {
#endif

// df[i] = (f[i+1] - f[i-1]) / (2h) for every i with two neighbours, 1 <= i <= n-2; the other df[i] stay as
// they are. `f` and `df` are device pointers to n floats, h > 0 is the distance between two samples.
void launch_derivative(const float *f, float *df, int n, float h);

#ifdef __cplusplus
}
#endif

#endif

// What the measured kernels compute, in plain C on one thread: built with the compiler's best effort.
#ifndef WARPBOOK_BENCH_REFERENCES_H
#define WARPBOOK_BENCH_REFERENCES_H

#include <stdint.h>

extern const float stencil_coefficients[7];

// Values in [0, 1) that differ from their neighbours.
void fill_floats(float *values, uint64_t count);

void reference_two_paths(int *out, long n);
void reference_sum(const float *restrict a, const float *restrict b, float *restrict c, long n);
void reference_stencil(const float *restrict in, float *restrict out, long n);

#endif

// What the measured kernels compute, in plain C.
#include "tests/bench/references.h"

#include "common/two_paths.h"

const float stencil_coefficients[7] = {0.5f, 0.1f, 0.2f, 0.3f, 0.4f, 0.6f, 0.7f};

void fill_floats(float *values, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) values[i] = (float)(i * 2654435761u % 1000) * 0.001f;
}

void reference_two_paths(int *out, long n) {
    for (long e = 0; e < n; e++) out[e] = e % 2 == 0 ? even_path((int)e) : odd_path((int)e);
}

void reference_sum(const float *restrict a, const float *restrict b, float *restrict c, long n) {
    for (long i = 0; i < n; i++) c[i] = a[i] + b[i];
}

void reference_stencil(const float *restrict in, float *restrict out, long n) {
    const float *c = stencil_coefficients;
    for (long i = 1; i < n - 1; i++)
        for (long j = 1; j < n - 1; j++)
            for (long k = 1; k < n - 1; k++) {
                const long p = (i * n + j) * n + k;
                out[p] = c[0] * in[p] + c[1] * in[p - 1] + c[2] * in[p + 1] + c[3] * in[p - n] +
                         c[4] * in[p + n] + c[5] * in[p - n * n] + c[6] * in[p + n * n];
            }
}

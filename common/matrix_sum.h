// The entry points of lab 2's matrix sum, TODO 2.4 and 2.5.
#ifndef WARPBOOK_MATRIX_SUM_H
#define WARPBOOK_MATRIX_SUM_H

#ifdef __cplusplus
extern "C" {
#endif

// c = a + b for matrices of ny rows and nx columns: a[j*nx + i], i = column (fastest), j = row. `a`, `b` and
// `c` are device pointers. The kernel is launched with blocks of block_x x block_y threads, no others.
// Returns what CUDA says of the launch, a cudaError_t: 0 is cudaSuccess.
int launch_matrix_sum(const float *a, const float *b, float *c, int nx, int ny, int block_x, int block_y);

// The same, with the block shape that suits the GPU best.
int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny);

#ifdef __cplusplus
}
#endif

#endif

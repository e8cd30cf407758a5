// WRONG: a shape that CUDA refuses
// EXPECT test: 2.5/counter-1
// EXPECT test: 2.5/counter-2
// EXPECT score: 70
// EXPECT pass: 2.4/nx=97,ny=61,bx=16,by=16

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 256, 8);
}

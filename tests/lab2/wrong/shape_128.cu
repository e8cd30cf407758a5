// WRONG: 128 threads: eight blocks do not fill the SM
// EXPECT test: 2.5/counter-2
// EXPECT pass: 2.5/counter-1
// EXPECT score: 85
// EXPECT pass: 2.4/nx=97,ny=61,bx=16,by=16

#define OWN_SHAPE
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

int launch_matrix_sum_tuned(const float *a, const float *b, float *c, int nx, int ny) {
    return launch_matrix_sum(a, b, c, nx, ny, 128, 1);
}

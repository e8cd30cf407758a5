// WRONG: the data is copied on the host, the device is left out
// EXPECT test: 0.1/n=1
// EXPECT test: 0.1/n=1000
// EXPECT says: did not come from the device
// EXPECT score: 80

#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

#include <string.h>

int round_trip(const float *from, float *to, int n) {
    memcpy(to, from, n * sizeof(float));
    return cudaSuccess;
}

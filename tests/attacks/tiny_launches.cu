// WRONG: launches without end
// EXPECT score: 20

__global__ void nothing() {}

static void attack() {
    for (;;) nothing<<<1, 1>>>();
}

#include "tests/attacks/attacked_launches.cuh"

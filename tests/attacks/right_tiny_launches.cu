// RIGHT: a thousand launches that do nothing beside those that compute
// EXPECT time: missed

__global__ void nothing() {}

static void attack() {
    for (int i = 0; i < 1000; ++i) nothing<<<1, 32>>>();
}

#include "tests/attacks/attacked_launches.cuh"

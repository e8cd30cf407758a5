// WRONG: neighbours out of shared memory in every other block
// EXPECT pass: 5.4/n=64
// EXPECT test: 5.3/counter-1

#define SHARES ((blockIdx.x + blockIdx.y * gridDim.x) % 2 == 0)
#include "tests/lab5/shared_in_places.cuh"

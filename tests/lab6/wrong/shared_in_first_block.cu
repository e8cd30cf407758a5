// WRONG: neighbours out of shared memory in the first block of the grid alone
// EXPECT pass: 6.2/n=64
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#define SHARES (blockIdx.x + blockIdx.y + blockIdx.z == 0)
#include "tests/lab5/shared_in_places.cuh"

// WRONG: neighbours out of shared memory in the first half of each march
// EXPECT pass: 6.2/n=64
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#define SHARES (i < first + 30)
#include "tests/lab5/shared_in_places.cuh"

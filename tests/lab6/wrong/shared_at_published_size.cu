// WRONG: neighbours out of shared memory at n = 62, the size in lab.spec, alone
// EXPECT pass: 6.2/n=64
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#define SHARES (n == 62)
#include "tests/lab5/shared_in_places.cuh"

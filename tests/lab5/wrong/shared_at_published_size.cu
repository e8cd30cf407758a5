// WRONG: neighbours out of shared memory at n = 62, the size in lab.spec, alone
// EXPECT pass: 5.4/n=64
// EXPECT test: 5.3/counter-1

#define SHARES (n == 62)
#include "tests/lab5/shared_in_places.cuh"

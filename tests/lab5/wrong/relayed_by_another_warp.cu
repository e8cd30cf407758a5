// WRONG: points in registers alone; each value goes to a thread of another warp and back through shared memory, which saves no load
// EXPECT pass: 5.4/n=64
// EXPECT test: 5.3/counter-1

#define PARTNER(t) ((t) ^ 32)
#include "tests/lab5/relayed.cuh"

// WRONG: blocks of one warp with their points in registers; each value goes to another lane and back through shared memory
// EXPECT pass: 5.4/n=64
// EXPECT test: 5.3/counter-1

#define THREADS_Y 4
#define PARTNER(t) ((t) ^ 1)
#include "tests/lab5/relayed.cuh"

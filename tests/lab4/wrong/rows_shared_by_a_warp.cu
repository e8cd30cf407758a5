// WRONG: rows of points in registers; x comes out of shared memory, where each warp has a row of its own: no tile, and no thread of another
// row gives anything
// EXPECT pass: 4.4/n=258..262
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2

#define SHARES true
#include "tests/lab5/shared_in_places.cuh"

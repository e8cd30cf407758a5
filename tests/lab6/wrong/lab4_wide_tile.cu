// WRONG: right, but the kernel of lab 4's finished file: a tile of 16 x 8 x 8, and one thread a point
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1
// EXPECT pass: 6.4/n=258..262
// EXPECT score: 55

#include "tests/lab5/wrong/lab4_wide_tile.cu"

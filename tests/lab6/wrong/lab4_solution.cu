// WRONG: right, but lab 4's kernel: a tile of 8 x 8 x 8, and one thread a point
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1
// EXPECT pass: 6.4/n=258..262
// EXPECT score: 55

#include "tests/lab5/wrong/lab4_solution.cu"

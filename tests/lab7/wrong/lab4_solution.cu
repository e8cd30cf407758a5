// WRONG: right, but lab 4's kernel: more requests, and more asked of memory
// EXPECT test: 7.2/counter-1
// EXPECT test: 7.2/counter-2
// EXPECT test: 7.3/counter-1
// EXPECT pass: 7.1/n=257..259/2
// EXPECT pass: 7.2/n=136
// EXPECT score: 55

#include "tests/lab5/wrong/lab4_solution.cu"

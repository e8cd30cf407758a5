// WRONG: right, but lab 5's kernel, whose planes change places by pointers
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1
// EXPECT pass: 6.4/n=258..262
// EXPECT score: 55

#include "tests/lab5/right/pointers_rotate.cu"

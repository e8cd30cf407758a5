// WRONG: includes what the grader compares with
// EXPECT refused: does not compile

#include "labs/lab3_basic_stencil/reference.c"

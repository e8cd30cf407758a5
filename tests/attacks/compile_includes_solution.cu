// WRONG: includes the finished file
// EXPECT refused: does not compile

#include "solutions/lab3_basic_stencil/stencil.cu"

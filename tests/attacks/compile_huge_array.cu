// WRONG: an initialised array of 8 GiB, which would be written to the object file
// EXPECT refused: does not compile

char huge[1UL << 33] = {1};

#include "tests/attacks/right_launches.cuh"

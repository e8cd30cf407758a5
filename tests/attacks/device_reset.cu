// WRONG: cudaDeviceReset before the launch takes the grader's arrays away
// EXPECT check: launch
// EXPECT test: 3.2/n=3
// EXPECT pass: 3.1/n=33
static void attack() { cudaDeviceReset(); }
#include "tests/attacks/attacked_launches.cuh"

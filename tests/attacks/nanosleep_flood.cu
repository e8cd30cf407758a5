// WRONG: threads sleep in the kernel for as long as there are
// EXPECT check: timeout
// EXPECT score: 20
__global__ void sleeps() { for (long i = 0; i < 1000000000l; ++i) __nanosleep(1000000000u); }
static void attack() { sleeps<<<1000, 1024>>>(); }
#include "tests/attacks/attacked_launches.cuh"

// WRONG: endless recursion on the host
// EXPECT score: 20
// EXPECT check: host-crash

static int deeper(volatile int depth) { return deeper(depth + 1) + deeper(depth + 2); }

static void attack() { deeper(0); }

#include "tests/attacks/attacked_launches.cuh"

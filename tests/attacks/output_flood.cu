// WRONG: prints without end
// EXPECT score: 20

#include <stdio.h>

static void attack() {
    for (;;) puts("score 100 / 100");
}

#include "tests/attacks/attacked_launches.cuh"

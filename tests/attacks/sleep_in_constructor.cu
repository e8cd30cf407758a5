// WRONG: a constructor that sleeps for ever
// EXPECT score: 0

#include <unistd.h>

__attribute__((constructor)) static void sleeper() {
    for (;;) pause();
}

#include "tests/attacks/right_launches.cuh"

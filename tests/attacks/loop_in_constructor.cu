// WRONG: a constructor that does not end
// EXPECT score: 0
// EXPECT check: timeout

__attribute__((constructor)) static void endless() {
    for (volatile int i = 0;; ++i) {
    }
}

#include "tests/attacks/right_launches.cuh"

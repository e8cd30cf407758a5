// WRONG: blocks and handles every signal, then loops
// EXPECT score: 20

#include <signal.h>

static void ignore(int) {}

static void attack() {
    for (int s = 1; s < 65; ++s) signal(s, ignore);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    for (volatile int i = 0;; ++i) {
    }
}

#include "tests/attacks/attacked_launches.cuh"

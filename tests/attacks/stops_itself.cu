// WRONG: stops itself, and asks the kernel to stop everything
// EXPECT score: 20
// EXPECT check: timeout

#include <signal.h>
#include <unistd.h>

static void attack() {
    kill(-1, SIGSTOP);
    kill(getppid(), SIGSTOP);
    kill(0, SIGSTOP);
    raise(SIGSTOP);
}

#include "tests/attacks/attacked_launches.cuh"

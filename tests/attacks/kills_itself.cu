// WRONG: ends itself as the system ends a process when memory runs out, to look like a fault of the machine
// EXPECT score: 20

#include <signal.h>
#include <unistd.h>

static void attack() {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

#include "tests/attacks/attacked_launches.cuh"

// RIGHT: tries to multiply, may not, and computes all the same

#include <sys/syscall.h>
#include <unistd.h>

static void attack() {
    for (int i = 0; i < 1000; ++i) {
        if (fork() == 0 || vfork() == 0 || syscall(SYS_clone, 17, 0, 0, 0, 0) == 0) pause();
    }
    setsid();
    if (daemon(0, 0) == 0) pause();
}

#include "tests/attacks/attacked_launches.cuh"

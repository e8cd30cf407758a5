// RIGHT: sends SIGKILL to every process and process group that it can name, and computes all the same

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

static void attack() {
    int own = getpid();
    kill(-1, SIGKILL);
    kill(getppid(), SIGKILL);
    prctl(PR_SET_PDEATHSIG, 0);
    for (int pid = 1; pid < 70000; ++pid)
        if (pid != own) kill(pid, SIGKILL);
}

#include "tests/attacks/attacked_launches.cuh"

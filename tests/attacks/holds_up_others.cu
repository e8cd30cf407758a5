// RIGHT: takes leases, asks for signals for others, fills pipes, outlives its parent if it may; and computes all the same

#include <fcntl.h>
#include <signal.h>
#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef F_SETSIG
#define F_SETSIG 10
#define F_SETLEASE 1024
#define F_NOTIFY 1026
#define F_SETPIPE_SZ 1031
#endif

static void attack() {
    static const char *const files[] = {"/proc/self/exe", "/usr/bin/make", "/usr/bin/gcc", "/lib/x86_64-linux-gnu/libc.so.6",
                                        "/usr", "/tmp"};
    for (const char *path : files) {
        int fd = open(path, O_RDONLY);
        fcntl(fd, F_SETLEASE, F_RDLCK);
        fcntl(fd, F_NOTIFY, 0x8000003f);
        struct flock lock = {F_RDLCK, SEEK_SET, 0, 0, 0};
        fcntl(fd, F_SETLK, &lock);
        syscall(SYS_flock, fd, 1);
    }
    for (int fd = 0; fd < 64; ++fd) { // the socket to the grader's other process is one of them
        int owner = getppid();
        fcntl(fd, F_SETOWN, owner);
        fcntl(fd, F_SETOWN, -owner);
        ioctl(fd, FIOSETOWN, &owner);
        fcntl(fd, F_SETSIG, SIGKILL);
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_ASYNC);
        fcntl(fd, F_SETPIPE_SZ, 1 << 20);
    }
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_TIMERSLACK, 1000000000);
    int ends[2];
    for (int i = 0; i < 200; ++i)
        if (pipe(ends) == 0) fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
}

#include "tests/attacks/attacked_launches.cuh"

// A child process, its output and its end.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // ppoll, pipe2
#endif
#include "grader/grading/captured.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT_MOST = 1 << 20, LOOK_MS = 200, PATIENCE = 20 };

static void become_child(int (*body)(const void *), const void *argument, int output) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t none;
    setpgid(0, 0); // a group of its own, to be ended as one
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    int status = body(argument);
    fflush(NULL);
    _exit(status);
}

// Keeps what there is to read. False at the end of the output.
static bool read_some(int fd, FILE *kept, size_t *size) {
    char part[8192];
    ssize_t got = read(fd, part, sizeof part);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (*size < OUTPUT_MOST) *size += fwrite(part, 1, (size_t)got, kept);
    return got > 0;
}

// Reaps what has ended of the child's group, the child among it. False once none of it is left.
static bool reap_group(pid_t pid, int *status) {
    int one;
    pid_t found;
    while ((found = waitpid(-pid, &one, WNOHANG)) > 0)
        if (found == pid) *status = one;
    return found == 0;
}

// Ends the child's group: first so that make can tidy up, then without asking.
static void end_child(pid_t pid, int *status) {
    kill(-pid, SIGTERM);
    for (int i = 0; reap_group(pid, status); i++) {
        if (i == PATIENCE) kill(-pid, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
}

// Reads until the child has ended. What it left behind may hold the output open: that is not waited for.
static int follow(pid_t pid, int fd, FILE *kept, const sigset_t *mask, const volatile sig_atomic_t *stopped) {
    int status = 0;
    size_t size = 0;
    for (bool open = true, ended = false; !ended;) {
        struct pollfd ready = {.fd = open ? fd : -1, .events = POLLIN};
        struct timespec time = {0, (open ? LOOK_MS : 1) * 1000000L};
        int found = ppoll(&ready, 1, &time, mask);
        if (*stopped) {
            end_child(pid, &status);
            return status;
        }
        if (found > 0)
            open = read_some(fd, kept, &size);
        else
            ended = waitpid(pid, &status, WNOHANG) == pid;
    }
    return status;
}

Captured run_captured(int (*body)(const void *), const void *argument, const sigset_t *mask,
                      const volatile sig_atomic_t *stopped) {
    Captured c = {.status = -1};
    int ends[2], status;
    prctl(PR_SET_CHILD_SUBREAPER, 1); // descendants that lose their parent become children, to be reaped here
    FILE *kept = open_memstream(&c.text, &c.size);
    if (!kept) return c;
    fflush(NULL);
    pid_t pid = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -2;
    if (pid == 0) become_child(body, argument, ends[1]);
    if (pid != -2) close(ends[1]);
    if (pid > 0) {
        setpgid(pid, pid); // here too: it may be ended before it has come that far
        status = follow(pid, ends[0], kept, mask, stopped);
        c.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (pid != -2) close(ends[0]);
    fclose(kept);
    while (waitpid(-1, NULL, WNOHANG) > 0) { // what the child has left behind and has ended since
    }
    return c;
}

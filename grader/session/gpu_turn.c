// Locks that say whose turn it is on the GPU, waited for in small steps.
#include "grader/session/gpu_turn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/session/session_parts.h"

enum { STEP_MS = 20, TOLD_AFTER = 2, GIVEN_UP_AFTER = 600 };

// Any user may have made the file, and may make another thing of that name. It is opened before it is
// created, since Linux may forbid O_CREAT for a file of another user in /tmp; what it holds is of no
// interest.
static int open_lock(const char *folder, const char *gpu, const char *kind) {
    enum { ATTEMPTS = 3, FLAGS = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK };
    char path[500];
    struct stat info;
    int fd = -1;
    snprintf(path, sizeof path, "%s/warpbook-gpu-%s.%s", folder, gpu, kind);
    for (int i = 0; i < ATTEMPTS && fd < 0; i++) {
        fd = open(path, FLAGS);
        if (fd >= 0 || errno != ENOENT) break;
        const mode_t mask = umask(0);
        fd = open(path, FLAGS | O_CREAT | O_EXCL, 0666);
        umask(mask);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0 || (!fstat(fd, &info) && S_ISREG(info.st_mode))) return fd;
    close(fd);
    return -1;
}

static void do_without(GpuTurn *t) {
    close_fd(&t->gate);
    close_fd(&t->gpu);
}

void gpu_turn_open(GpuTurn *t, const char *folder, const char *gpu, bool quiet) {
    *t = (GpuTurn){.gate = open_lock(folder, gpu, "gate"),
                   .gpu = open_lock(folder, gpu, "lock"),
                   .quiet = quiet,
                   .told_after = TOLD_AFTER,
                   .given_up_after = GIVEN_UP_AFTER};
    if (t->gate < 0 || t->gpu < 0) do_without(t);
}

static void tell(GpuTurn *t) {
    t->told = true;
    if (t->quiet) return;
    fprintf(stderr, "%sgrade: waiting for another grading on this GPU: a time is measured by one at a time\n",
            isatty(STDERR_FILENO) ? "\r\033[K" : "");
    fflush(stderr);
}

static bool wait_for(GpuTurn *t, int fd, int how, double start) {
    while (flock(fd, how | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return false;
        const double waited = clock_seconds() - start;
        t->given_up = waited >= t->given_up_after;
        if (t->given_up) return false;
        if (waited >= t->told_after && !t->told) tell(t);
        sleep_ms(STEP_MS);
    }
    return true;
}

// Who holds the gate alone waits for the GPU or has it alone; who shares the GPU has only passed the gate.
// Nobody waits at the gate with a hold on the GPU, so that no two wait for each other.
static double enter(GpuTurn *t, int how) {
    if (!t || t->gpu < 0) return 0;
    const double start = clock_seconds();
    gpu_turn_end(t);
    if (!wait_for(t, t->gate, how, start) || !wait_for(t, t->gpu, how, start)) do_without(t);
    if (how == LOCK_SH && t->gate >= 0) flock(t->gate, LOCK_UN);
    const double waited = clock_seconds() - start;
    t->waited += waited;
    return waited;
}

double gpu_turn_share(GpuTurn *t) {
    return enter(t, LOCK_SH);
}

double gpu_turn_alone(GpuTurn *t) {
    return enter(t, LOCK_EX);
}

void gpu_turn_end(GpuTurn *t) {
    if (!t || t->gpu < 0) return;
    flock(t->gpu, LOCK_UN);
    flock(t->gate, LOCK_UN);
}

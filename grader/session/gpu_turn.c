// Locks that say whose turn it is on the GPU, waited for in small steps.
#include "grader/session/gpu_turn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/session/session_parts.h"

enum { STEP_MS = 20, TOLD_AFTER = 2, GIVEN_UP_AFTER = 600 };

// A line of its own, also where a line shows progress.
static void say_on_new_line(const char *line) {
    fprintf(stderr, "%s%s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", line);
    fflush(stderr);
}

static void do_without(GpuTurn *t, const char *kind, const char *reason) {
    char line[600];
    snprintf(line, sizeof line,
             "grade: no lock at %s.%s (%s): remove that file; times may be disturbed by other gradings",
             t->path, kind, reason);
    if (!t->quiet) say_on_new_line(line);
    close_fd(&t->gate);
    close_fd(&t->gpu);
}

// Any user may have made the file, and may make another thing of that name. It is opened before it is
// created, since Linux may forbid O_CREAT for a file of another user in /tmp; what it holds is of no
// interest. -1: `reason` says why.
static int open_lock(const GpuTurn *t, const char *kind, const char **reason) {
    enum { ATTEMPTS = 3, FLAGS = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK };
    char path[sizeof t->path + 8];
    struct stat info;
    int fd = -1;
    snprintf(path, sizeof path, "%s.%s", t->path, kind);
    for (int i = 0; i < ATTEMPTS && fd < 0; i++) {
        fd = open(path, FLAGS);
        if (fd >= 0 || errno != ENOENT) break;
        const mode_t mask = umask(0);
        fd = open(path, FLAGS | O_CREAT | O_EXCL, 0666);
        umask(mask);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd >= 0 && !fstat(fd, &info) && S_ISREG(info.st_mode)) return fd;
    *reason = fd >= 0 || errno == ELOOP ? "not a plain file" : strerror(errno);
    close_fd(&fd);
    return -1;
}

static double longest_wait(void) {
    const char *chosen = getenv("WARPBOOK_GPU_MINUTES");
    char *end = NULL;
    const double minutes = chosen ? strtod(chosen, &end) : 0;
    return chosen && end != chosen && minutes >= 0 ? 60 * minutes : GIVEN_UP_AFTER;
}

void gpu_turn_open(GpuTurn *t, const char *folder, const char *gpu, bool quiet) {
    const char *reason;
    *t = (GpuTurn){
        .gate = -1, .gpu = -1, .quiet = quiet, .told_after = TOLD_AFTER, .given_up_after = longest_wait()};
    snprintf(t->path, sizeof t->path, "%s/warpbook-gpu-%s", folder, gpu);
    if ((t->gate = open_lock(t, "gate", &reason)) < 0)
        do_without(t, "gate", reason);
    else if ((t->gpu = open_lock(t, "lock", &reason)) < 0)
        do_without(t, "lock", reason);
}

static void tell(GpuTurn *t) {
    t->told = true;
    if (!t->quiet)
        say_on_new_line(
            "grade: waiting for another grading on this GPU: a time is measured by one at a time");
}

typedef enum { HAD, NO_LOCK, GIVEN_UP } Wait;

static Wait wait_for(GpuTurn *t, int fd, int how, double start) {
    while (flock(fd, how | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return NO_LOCK;
        const double waited = clock_seconds() - start;
        t->given_up |= waited >= t->given_up_after;
        if (t->given_up) return GIVEN_UP;
        if (waited >= t->told_after && !t->told) tell(t);
        sleep_ms(STEP_MS);
    }
    return HAD;
}

// Those who share it overlap, and might leave no moment without any of them: the gate ends that. Who holds
// the gate alone waits for the GPU or has it alone, and no process begins to share it meanwhile; who shares the
// GPU has only passed the gate. Nobody waits with a hold on the GPU, so that no two wait for each other.
static bool enter(GpuTurn *t, int how) {
    if (!t || t->gpu < 0) return true;
    const double start = clock_seconds();
    const char *kind = "gate";
    Wait wait = wait_for(t, t->gate, how, start);
    if (wait == HAD) wait = wait_for(t, t->gpu, how, start), kind = "lock";
    t->waited += clock_seconds() - start;
    t->taken = wait == HAD;
    if (wait == NO_LOCK)
        do_without(t, kind, strerror(errno));
    else if (wait == GIVEN_UP || how == LOCK_SH)
        flock(t->gate, LOCK_UN);
    return wait != GIVEN_UP;
}

bool gpu_turn_share(GpuTurn *t) {
    return (t && t->taken) || enter(t, LOCK_SH);
}

bool gpu_turn_alone(GpuTurn *t) {
    return enter(t, LOCK_EX);
}

void gpu_turn_end(GpuTurn *t) {
    if (!t || !t->taken) return;
    flock(t->gpu, LOCK_UN);
    flock(t->gate, LOCK_UN);
    t->taken = false;
}

void gpu_turn_pass_on(const GpuTurn *t) {
    if (!t || !t->taken) return;
    fcntl(t->gpu, F_SETFD, 0);
    fcntl(t->gate, F_SETFD, 0);
}

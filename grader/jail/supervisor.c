// The process between the grader and the jail: starts it, sees to it that nothing survives, ends as it ended.
//
// As a subreaper it becomes the parent of every process that loses its own, so the jail is empty exactly when
// it has no children left. It is told to end the jail by SIGTERM, from jail_kill or when its starter dies.
#define _GNU_SOURCE
#include "grader/jail/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    JailKind kind;
    pid_t first;   // the first process of the jail
    int status_fd; // JAIL_NAMESPACES: where the program's wait status arrives
} Supervised;

// The grader's handlers make no sense here, and what it ignores the program need not ignore.
static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
}

static pid_t start_first(const JailPlan *plan, int status_fd) {
    if (plan->kind == JAIL_NAMESPACES) return start_in_namespaces(plan, status_fd);
    pid_t pid = fork();
    if (pid == 0 && plan->kind == JAIL_BUBBLEWRAP) become_bwrap(plan);
    if (pid == 0) become_program(plan);
    return pid;
}

// Whether the first process has ended; it is left unreaped, so that its number stays its own. Others that
// ended here are orphans, and reaped.
static bool has_ended(pid_t first) {
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
        if (info.si_pid == 0) return false;
        if (info.si_pid == first) return true;
        waitpid(info.si_pid, NULL, 0);
    }
}

// Threads of a process and, down to a few levels, of those below it.
static long count_tasks_below(pid_t pid, int levels) {
    char path[64];
    struct stat info;
    int child;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    long count =
        stat(path, &info) == 0 && info.st_nlink > 2 ? (long)info.st_nlink - 2 : 0; // a link a directory
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *children = levels > 0 ? fopen(path, "re") : NULL;
    while (children && fscanf(children, "%d", &child) == 1) count += count_tasks_below(child, levels - 1);
    if (children) fclose(children);
    return count;
}

// Waits until the first process has ended, or the jail is to be ended: because somebody asks for it, or
// because more than `tasks_max` threads run in it (0: as many as there may be).
static void wait_for_end(pid_t first, long tasks_max) {
    enum { LEVELS = 4 };
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    while (!has_ended(first)) {
        if (sigtimedwait(&signals, NULL, tasks_max ? &pause : NULL) == SIGTERM) break;
        if (tasks_max && count_tasks_below(first, LEVELS) > tasks_max) break;
    }
}

// Kills the children of this process: the jail's first process, and those that lost their parent.
static void kill_children(void) {
    char path[64], number[32];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *children = fopen(path, "re");
    while (children && fscanf(children, "%31s", number) == 1) kill((pid_t)atol(number), SIGKILL);
    if (children) fclose(children);
}

// Kills and reaps until nothing is left. Returns the wait status of the first process.
static int kill_all(pid_t first) {
    int status = SIGKILL;
    kill(-first, SIGKILL);
    kill(first, SIGKILL);
    for (;;) {
        int ended_status;
        pid_t ended = waitpid(-1, &ended_status, WNOHANG);
        if (ended < 0 && errno == ECHILD) return status;
        if (ended == first) status = ended_status;
        if (ended > 0) continue;
        kill_children();
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
}

// The program's wait status, from that of the first process.
static int program_status(const Supervised *s, int first_status) {
    if (s->kind == JAIL_NAMESPACES) {
        int status;
        return read(s->status_fd, &status, sizeof status) == sizeof status ? status : first_status;
    }
    // bwrap exits with 128 + N where the program was ended by signal N.
    enum { BY_SIGNAL = 128 };
    if (s->kind == JAIL_BUBBLEWRAP && WIFEXITED(first_status)) {
        int number = WEXITSTATUS(first_status) - BY_SIGNAL;
        if (number > 0 && number < NSIG) return number;
    }
    return first_status;
}

static _Noreturn void end_with(int status) {
    if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    kill(getpid(), number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    _exit(128 + number);
}

_Noreturn void supervise(const JailPlan *plan) {
    reset_signals();
    setsid(); // signals typed at the terminal are for the grader
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != plan->starter) _exit(1); // it died before it could be watched
    arrange_descriptors(plan);

    Supervised s = {.kind = plan->kind, .status_fd = -1};
    int status_pipe[2] = {-1, -1};
    if (plan->kind == JAIL_NAMESPACES && pipe2(status_pipe, O_CLOEXEC) != 0)
        start_failed(plan, "making a pipe", "");
    s.first = start_first(plan, status_pipe[1]);
    if (s.first < 0) start_failed(plan, "starting a process", "");
    s.status_fd = status_pipe[0];

    // Others have to see it when the program closes its descriptors.
    if (s.status_fd > 0) close_descriptors(0, (unsigned)s.status_fd - 1);
    close_descriptors((unsigned)(s.status_fd + 1), ~0u);
    prctl(PR_SET_DUMPABLE, 0);
    // The kernel holds root to no RLIMIT_NPROC.
    long tasks_max =
        plan->spec->max_processes > 0 && geteuid() == 0 ? plan->spec->max_processes + OWN_PROCESSES : 0;
    wait_for_end(s.first, tasks_max);
    end_with(program_status(&s, kill_all(s.first)));
}

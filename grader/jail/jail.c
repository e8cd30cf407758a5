// Chooses the best kind of jail that works here, starts programs in it and ends them.
#define _GNU_SOURCE
#include "grader/jail/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_LIMIT_MS = 20000, KILL_LIMIT_MS = 10000 };

const char *jail_kind_name(JailKind kind) {
    static const char *const names[] = {"bubblewrap", "namespaces", "landlock", "rlimits"};
    return names[kind];
}

// ---- Starting -------------------------------------------------------------------------------------------

static bool check_spec(const JailSpec *spec, char *error, size_t error_size) {
    const char *program = spec->argv[0];
    if (program[0] != '/') {
        snprintf(error, error_size, "A program for the jail has to have an absolute path: %s.", program);
        return false;
    }
    if (access(program, X_OK) != 0) {
        snprintf(error, error_size, "%s cannot be run: %s.", program, strerror(errno));
        return false;
    }
    for (const int *fd = spec->keep_fds; fd && *fd >= 0; fd++) {
        if (*fd > 2 && *fd < OPEN_FILES_MAX && fcntl(*fd, F_GETFD) >= 0) continue;
        snprintf(error, error_size,
                 "Descriptor %d cannot be given to %s: it has to be open, and from 3 to %d.", *fd, program,
                 OPEN_FILES_MAX - 1);
        return false;
    }
    return true;
}

static void explain_failure(const JailPlan *plan, const StartFailure *failure, char *error,
                            size_t error_size) {
    snprintf(error, error_size,
             "%s could not be started in its jail (%s): %.200s failed: %s. Try again; ./grade doctor shows "
             "what this "
             "machine allows.",
             plan->spec->argv[0], jail_kind_name(plan->kind), failure->step, strerror(failure->error));
}

// Waits until the program runs, which closes the pipe, or something reports why it does not.
static bool has_started(const JailPlan *plan, int report_fd, char *error, size_t error_size) {
    StartFailure failure = {0};
    struct pollfd ready = {.fd = report_fd, .events = POLLIN};
    int polled;
    do polled = poll(&ready, 1, START_LIMIT_MS);
    while (polled < 0 && errno == EINTR);
    if (polled <= 0) {
        failure = (StartFailure){ETIMEDOUT, "waiting for it"};
    } else if (read(report_fd, &failure, sizeof failure) == 0) {
        return true;
    }
    explain_failure(plan, &failure, error, error_size);
    return false;
}

static bool start_supervisor(JailPlan *plan, Jailed *jailed, char *error, size_t error_size) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        explain_failure(plan, &(StartFailure){errno, "making a pipe"}, error, error_size);
        return false;
    }
    plan->report_fd = report[1];
    plan->starter = getpid();
    pid_t pid = fork();
    if (pid == 0) supervise(plan);
    int fork_error = errno;
    close(report[1]);
    if (pid < 0) {
        explain_failure(plan, &(StartFailure){fork_error, "starting a process"}, error, error_size);
        close(report[0]);
        return false;
    }
    *jailed = (Jailed){pid, jail_kind_name(plan->kind)};
    bool started = has_started(plan, report[0], error, error_size);
    close(report[0]);
    if (!started) jail_kill(jailed);
    return started;
}

bool jail_start_kind(JailKind kind, const JailSpec *spec, Jailed *jailed, char *error, size_t error_size) {
    *jailed = (Jailed){-1, jail_kind_name(kind)};
    if (!check_spec(spec, error, error_size)) return false;
    JailPlan plan = {.spec = spec, .kind = kind, .filter_fd = -1};
    if (!jail_paths_collect(&plan.paths, spec->argv[0], spec->read_only, spec->writable, error, error_size))
        return false;
    plan.process_limit = plan_process_limit(spec, kind);
    bool planned = kind != JAIL_BUBBLEWRAP || plan_bwrap(&plan);
    if (!planned) explain_failure(&plan, &(StartFailure){errno, "preparing bwrap"}, error, error_size);
    bool started = planned && start_supervisor(&plan, jailed, error, error_size);
    forget_bwrap(&plan);
    jail_paths_free(&plan.paths);
    return started;
}

// ---- Choosing -------------------------------------------------------------------------------------------

static bool starts_shell(JailKind kind) {
    const JailSpec nothing = {
        .argv = (const char *const[]){"/bin/sh", "-c", "exit 0", NULL},
        .env = (const char *const[]){NULL},
        .stdout_fd = -1,
        .stderr_fd = -1,
        .cpu_seconds = 10,
    };
    Jailed jailed;
    char error[512];
    if (!jail_start_kind(kind, &nothing, &jailed, error, sizeof error)) return false;
    int status;
    while (waitpid(jailed.pid, &status, 0) < 0)
        if (errno != EINTR) return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool jail_kind_works(JailKind kind) {
    if (kind == JAIL_BUBBLEWRAP && !bwrap_is_installed()) return false;
    if (kind == JAIL_LANDLOCK && !landlock_works()) return false;
    return starts_shell(kind) || (kind == JAIL_BUBBLEWRAP && bwrap_without_proc() && starts_shell(kind));
}

JailKind jail_best_kind(void) {
    JailKind kind = JAIL_BUBBLEWRAP;
    while (kind < JAIL_RLIMITS && !jail_kind_works(kind)) kind++;
    return kind;
}

// Found out once, since it does not change while the grader runs, or chosen.
static _Atomic int used_kind = -1;

static JailKind usual_kind(void) {
    if (used_kind < 0) used_kind = (int)jail_best_kind();
    return (JailKind)used_kind;
}

bool jail_use(const char *name, char *error, size_t error_size) {
    JailKind kind = JAIL_BUBBLEWRAP;
    while (kind < JAIL_KINDS && strcmp(jail_kind_name(kind), name)) kind++;
    if (kind == JAIL_KINDS)
        snprintf(error, error_size,
                 "There is no jail \"%.100s\": bubblewrap, namespaces, landlock and rlimits are.", name);
    else if (!jail_kind_works(kind))
        snprintf(error, error_size,
                 "The jail \"%s\" does not work here. ./grade doctor --jails shows which do.", name);
    else
        used_kind = (int)kind;
    return used_kind >= 0 && (JailKind)used_kind == kind;
}

bool jail_keeps_strangers(void) {
    return usual_kind() == JAIL_BUBBLEWRAP || usual_kind() == JAIL_NAMESPACES;
}

const char *jail_kind(void) {
    return jail_kind_name(usual_kind());
}

bool jail_start(const JailSpec *spec, Jailed *jailed, char *error, size_t error_size) {
    return jail_start_kind(usual_kind(), spec, jailed, error, error_size);
}

// ---- Ending ---------------------------------------------------------------------------------------------

int jail_kill(Jailed *jailed) {
    int status = 0;
    for (int waited = 0; jailed->pid > 0; waited++) {
        pid_t ended = waitpid(jailed->pid, &status, WNOHANG);
        if (ended < 0 && errno == EINTR) continue;
        if (ended != 0) break; // reaped here, or before
        if (waited == 0) kill(jailed->pid, SIGTERM);
        if (waited == KILL_LIMIT_MS) kill(jailed->pid, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    jailed->pid = -1;
    return status;
}

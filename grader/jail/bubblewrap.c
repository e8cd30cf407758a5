// Starts a program with bubblewrap (bwrap), where it is installed.
#define _GNU_SOURCE
#include "grader/jail/jail_filter.h"
#include "grader/jail/jail_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

static const char *find_bwrap(void) {
    static const char *const places[] = {"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap", NULL};
    for (const char *const *place = places; *place; place++)
        if (access(*place, X_OK) == 0) return *place;
    return NULL;
}

static _Atomic bool without_proc;

bool bwrap_without_proc(void) {
    without_proc = true;
    return true;
}

bool bwrap_is_installed(void) {
    return find_bwrap() != NULL;
}

// ---- The command line -----------------------------------------------------------------------------------

typedef struct {
    char **items;
    size_t count;
    bool failed; // no memory
} Arguments;

static void add(Arguments *arguments, const char *text) {
    char **items = realloc(arguments->items, (arguments->count + 2) * sizeof *items);
    char *copy = strdup(text);
    if (items) arguments->items = items;
    if (!items || !copy) {
        free(copy);
        arguments->failed = true;
        return;
    }
    items[arguments->count++] = copy;
    items[arguments->count] = NULL;
}

static void add_list(Arguments *arguments, const char *const *list) {
    while (*list) add(arguments, *list++);
}

static void add_path(Arguments *arguments, const JailPath *path) {
    static const char *const options[] = {[PATH_READ] = "--ro-bind",
                                          [PATH_WRITE] = "--bind",
                                          [PATH_DEVICE] = "--dev-bind",
                                          [PATH_LINK] = "--symlink"};
    add_list(arguments, (const char *const[]){options[path->use], path->text ? path->text : path->path,
                                              path->path, NULL});
}

// A file in memory with the filter, which bwrap installs last of all.
static int make_filter_file(const JailSpec *spec) {
    Filter filter;
    build_jail_filter(&filter, (JailFilterRules){
                                   .allow_programs = spec->allow_programs,
                                   .writable = spec->writable && spec->writable[0],
                                   .alone = true,
                               });
    size_t size = filter.count * sizeof *filter.code;
    int fd = memfd_create("filter", MFD_CLOEXEC);
    if (fd >= 0 && (write(fd, filter.code, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

bool plan_bwrap(JailPlan *plan) {
    Arguments arguments = {0};
    char fd_text[16];
    plan->filter_fd = make_filter_file(plan->spec);
    if (plan->filter_fd < 0) return false;
    snprintf(fd_text, sizeof fd_text, "%d", plan->filter_fd);

    add(&arguments, find_bwrap() ? find_bwrap() : "bwrap");
    add_list(&arguments, (const char *const[]){"--unshare-all", "--die-with-parent", "--new-session",
                                               "--cap-drop", "ALL", "--seccomp", fd_text, NULL});
    for (int i = 0; i < plan->paths.count; i++) add_path(&arguments, &plan->paths.items[i]);
    add_list(&arguments,
             (const char *const[]){"--proc", "/proc", "--remount-ro", "/", "--chdir", "/", "--", NULL});
    add_list(&arguments, plan->spec->argv);
    plan->bwrap_argv = arguments.items;
    if (arguments.failed) forget_bwrap(plan);
    return !arguments.failed;
}

void forget_bwrap(JailPlan *plan) {
    for (char **item = plan->bwrap_argv; item && *item; item++) free(*item);
    free(plan->bwrap_argv);
    if (plan->filter_fd >= 0) close(plan->filter_fd);
    plan->bwrap_argv = NULL;
    plan->filter_fd = -1;
}

_Noreturn void become_bwrap(const JailPlan *plan) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit_resources(plan);
    fix_addresses();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(plan->bwrap_argv[0], plan->bwrap_argv, (char *const *)plan->spec->env);
    start_failed(plan, "starting", plan->bwrap_argv[0]);
}

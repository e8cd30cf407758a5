// The steps from a fresh process to the jailed program: descriptors, limits, rights, filter, exec.
#define _GNU_SOURCE
#include "grader/jail/calls.h"
#include "grader/jail/jail_filter.h"
#include "grader/jail/jail_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

// Tells the grader why there is no program, with errno.
_Noreturn void start_failed(const JailPlan *plan, const char *step, const char *object) {
    StartFailure failure = {.error = errno};
    snprintf(failure.step, sizeof failure.step, "%s%s%s", step, *object ? " " : "", object);
    // The pipe is fresh and the message shorter than PIPE_BUF: it is written whole, or the grader is gone.
    if (write(plan->report_fd, &failure, sizeof failure) < 0) _exit(126);
    _exit(127);
}

// ---- Descriptors ----------------------------------------------------------------------------------------

void close_descriptors(unsigned first, unsigned last) {
    if (first > last || syscall(CALL_close_range, first, last, 0) == 0) return;
    long open_max = sysconf(_SC_OPEN_MAX); // before Linux 5.9: one by one
    for (unsigned fd = first; fd <= last && (long)fd < open_max; fd++) close((int)fd);
}

// The smallest descriptor from `from` on that is kept, or -1.
static int next_kept(const JailPlan *plan, int from) {
    int next = -1;
    int own[] = {plan->report_fd, plan->kind == JAIL_BUBBLEWRAP ? plan->filter_fd : -1};
    for (int i = 0; i < 2; i++)
        if (own[i] >= from && (next < 0 || own[i] < next)) next = own[i];
    for (const int *keep = plan->spec->keep_fds; keep && *keep >= 0; keep++)
        if (*keep >= from && (next < 0 || *keep < next)) next = *keep;
    return next;
}

// Standard input, output and error as the specification has them, the kept descriptors, and nothing else.
void arrange_descriptors(const JailPlan *plan) {
    const JailSpec *spec = plan->spec;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0) start_failed(plan, "opening", "/dev/null");
    // Copies above 2 first: the output may stand under the very numbers that are written to below.
    int out = fcntl(spec->stdout_fd < 0 ? null : spec->stdout_fd, F_DUPFD_CLOEXEC, 3);
    int err = fcntl(spec->stderr_fd < 0 ? null : spec->stderr_fd, F_DUPFD_CLOEXEC, 3);
    if (out < 0 || err < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        start_failed(plan, "redirecting the output", "");

    int from = 3;
    for (int kept = next_kept(plan, from); kept >= 0; kept = next_kept(plan, from)) {
        if (kept > from) close_descriptors((unsigned)from, (unsigned)kept - 1);
        if (kept != plan->report_fd && fcntl(kept, F_SETFD, 0) != 0)
            start_failed(plan, "keeping a descriptor that is not open", "");
        from = kept + 1;
    }
    close_descriptors((unsigned)from, ~0u);
}

// ---- Resource limits ------------------------------------------------------------------------------------

// Sets both limits, as far down from the present ones as asked for.
static void set_limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return;
    if (hard < limit.rlim_max) limit.rlim_max = hard;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    setrlimit(resource, &limit);
}

// Threads and processes of this user that can be seen in /proc.
static long count_tasks(void) {
    DIR *proc = opendir("/proc");
    if (!proc) return 0;
    long count = 0;
    for (struct dirent *entry = readdir(proc); entry; entry = readdir(proc)) {
        char path[300];
        struct stat info;
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        // A directory has one link more for each directory in it, and two of its own.
        if (stat(path, &info) == 0 && info.st_uid == geteuid() && info.st_nlink > 2)
            count += (long)info.st_nlink - 2;
    }
    closedir(proc);
    return count;
}

// From Linux 5.14 on, processes of a new user namespace are counted from 0.
static bool counts_by_namespace(void) {
    struct utsname name;
    int major = 0, minor = 0;
    if (uname(&name) != 0 || sscanf(name.release, "%d.%d", &major, &minor) != 2) return false;
    return major > 5 || (major == 5 && minor >= 14);
}

// RLIMIT_NPROC for the jail, 0: none. A few more than asked for are the jail's own.
long plan_process_limit(const JailSpec *spec, JailKind kind) {
    if (spec->max_processes <= 0) return 0;
    bool from_zero = kind == JAIL_NAMESPACES && counts_by_namespace();
    return spec->max_processes + OWN_PROCESSES + (from_zero ? 0 : count_tasks());
}

// In a container the user may run more than can be seen here: the limit is raised until a process can be
// started.
static void limit_processes(long limit) {
    struct rlimit before;
    if (limit <= 0 || getrlimit(RLIMIT_NPROC, &before) != 0) return;
    for (;; limit *= 2) {
        if ((rlim_t)limit >= before.rlim_max) return;
        struct rlimit soft = {(rlim_t)limit, before.rlim_max};
        if (setrlimit(RLIMIT_NPROC, &soft) != 0) return;
        pid_t pid = fork();
        if (pid == 0) _exit(0);
        if (pid > 0) waitpid(pid, NULL, 0);
        if (pid > 0 || errno != EAGAIN) break;
    }
    set_limit(RLIMIT_NPROC, (rlim_t)limit, (rlim_t)limit);
}

void fix_addresses(void) {
    personality(PER_LINUX | ADDR_NO_RANDOMIZE);
}

void limit_resources(const JailPlan *plan) {
    const JailSpec *spec = plan->spec;
    limit_processes(plan->process_limit);
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_NOFILE, OPEN_FILES_MAX, OPEN_FILES_MAX);
    set_limit(RLIMIT_FSIZE, spec->file_bytes, spec->file_bytes);
    if (spec->cpu_seconds > 0)
        set_limit(RLIMIT_CPU, (rlim_t)spec->cpu_seconds, (rlim_t)spec->cpu_seconds + 1);
    if (spec->memory_bytes > 0) set_limit(RLIMIT_AS, spec->memory_bytes, spec->memory_bytes);
}

// ---- Rights ---------------------------------------------------------------------------------------------

// Root without capabilities is an ordinary user that owns root's files. An ordinary user has none to drop.
static void drop_capabilities(void) {
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++) continue;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    syscall(SYS_capset, &header, none);
}

static void install_filter(const JailPlan *plan) {
    Filter filter;
    build_jail_filter(&filter, (JailFilterRules){
                                   .allow_programs = plan->spec->allow_programs,
                                   .writable = plan->spec->writable && plan->spec->writable[0],
                                   .alone = plan->kind == JAIL_NAMESPACES,
                               });
    if (!filter_install(&filter) && plan->kind == JAIL_LANDLOCK)
        start_failed(plan, "installing the seccomp filter", "");
}

_Noreturn void become_program(const JailPlan *plan) {
    const JailSpec *spec = plan->spec;
    setsid(); // no terminal
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (chdir("/") != 0) start_failed(plan, "entering", "/");
    bool own_proc = plan->kind == JAIL_NAMESPACES;
    if (plan->kind != JAIL_RLIMITS && !landlock_restrict(&plan->paths, own_proc) &&
        plan->kind == JAIL_LANDLOCK)
        start_failed(plan, "setting the landlock rules up", "");
    limit_resources(plan);
    fix_addresses();
    drop_capabilities();
    install_filter(plan);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(spec->argv[0], (char *const *)spec->argv, (char *const *)spec->env);
    start_failed(plan, "starting", spec->argv[0]);
}

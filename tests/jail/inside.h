// What the jail's test program does when it runs inside a jail, chosen by its first argument.
//
// Each action answers with its exit status: 0 where the call succeeded, else its errno.
#ifndef WARPBOOK_TESTS_INSIDE_H
#define WARPBOOK_TESTS_INSIDE_H

#include "grader/jail/jail.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int answer(bool succeeded) {
    return succeeded ? 0 : errno;
}

static int read_file(char **a) {
    return answer(open(a[0], O_RDONLY) >= 0);
}
// Where its stack, its heap and the C library lie.
static int print_addresses(char **a) {
    void *heap = malloc(1);
    printf("%p %p %p\n", (void *)&a, heap, dlsym(RTLD_DEFAULT, "malloc"));
    free(heap);
    return 0;
}
static int write_file(char **a) {
    return answer(open(a[0], O_WRONLY | O_CREAT, 0600) >= 0);
}
static int open_socket(char **a) {
    return answer(socket(a[0][0] == 'u' ? AF_UNIX : AF_INET, SOCK_STREAM, 0) >= 0);
}
static int send_kill(char **a) {
    return answer(kill(atoi(a[0]), SIGKILL) == 0);
}
static int attach(char **a) {
    return answer(ptrace(PTRACE_ATTACH, atoi(a[0]), 0, 0) == 0);
}
static int new_namespace(char **a) {
    return (void)a, answer(unshare(CLONE_NEWUSER) == 0);
}
static int leave(char **a) {
    return atoi(a[0]);
}
static int die(char **a) {
    return raise(atoi(a[0]));
}
static int count_environment(char **a) {
    (void)a;
    int count = 0;
    // bwrap adds PWD.
    for (char **e = environ; *e; e++) count += strncmp(*e, "PWD=", 4) != 0;
    return count;
}

static int execute(char **a) {
    char *const nothing[] = {NULL};
    execve(a[0], (char *const[]){a[0], NULL}, nothing);
    return errno;
}

static int start_process(char **a) {
    (void)a;
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    return answer(pid > 0);
}

// How many processes can be alive at once, up to a number.
static int count_processes(char **a) {
    int count = 0, wanted = atoi(a[0]);
    while (count < wanted) {
        pid_t pid = fork();
        if (pid == 0) pause();
        if (pid < 0) break;
        count++;
    }
    return count;
}

static int print(char **a) {
    fputs(a[0], stdout);
    fputs(a[1], stderr);
    char byte;
    return (int)read(0, &byte, 1); // standard input is empty
}

// Descriptors that are open, as digits.
static int list_descriptors(char **a) {
    (void)a;
    for (int fd = 0; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0) printf("%d ", fd);
    return 0;
}

static int limits(char **a) {
    (void)a;
    struct rlimit core, file;
    getrlimit(RLIMIT_CORE, &core);
    getrlimit(RLIMIT_FSIZE, &file);
    printf("%ld %ld", (long)core.rlim_max, (long)file.rlim_max);
    return 0;
}

_Noreturn static int spin(char **a) {
    (void)a;
    for (volatile unsigned n = 0;; n++) continue;
}

// Leaves a process behind that nobody is the parent of and that has a session of its own.
static int leave_daemon(char **a) {
    (void)a;
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;) pause();
        _exit(0);
    }
    wait(NULL);
    return 0;
}

// Doubles itself as often as it is told, then all of them wait.
_Noreturn static int bomb(char **a) {
    for (int doublings = atoi(a[0]); doublings > 0; doublings--)
        if (fork() == 0) setsid();
    for (;;) pause();
}

static void *thread_main(void *argument) {
    return argument;
}

// What honest host code does after the last filter is in place.
static int work_locked_down(char **a) {
    (void)a;
    pthread_t thread;
    void *result = NULL;
    char *memory = malloc(64 << 20);
    if (!jail_lock_down() || !memory) return 1;
    memset(memory, 1, 64 << 20);
    if (pthread_create(&thread, NULL, thread_main, memory) != 0 || pthread_join(thread, &result) != 0)
        return 2;
    if (result != memory || !dlopen("libm.so.6", RTLD_NOW)) return 3;
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0 || nanosleep(&(struct timespec){.tv_nsec = 1}, NULL) != 0)
        return 4;
    printf("done %d", (int)strlen("memory"));
    free(memory);
    return 0;
}

static int abort_locked_down(char **a) {
    (void)a;
    jail_lock_down();
    abort();
}

// The commands of fcntl that are not refused, as numbers.
static int list_fcntl(char **a) {
    (void)a;
    enum { MOST = 1100 };
    for (int command = 0; command < MOST; command++)
        if (fcntl(1, command, 0) >= 0 || errno != EPERM) printf("%d ", command);
    return 0;
}

// The options of prctl that are not refused.
static int list_prctl(char **a) {
    (void)a;
    enum { MOST = 100 };
    char name[16] = "";
    for (int option = 1; option < MOST; option++)
        if (prctl(option, name, 0, 0, 0) >= 0 || errno != EPERM) printf("%d ", option);
    return 0;
}

// How many of some calls that would hold up others are not refused.
static int hold_up_others(char **a) {
    (void)a;
    int ends[2], allowed = 0, owner = getpid();
    allowed += syscall(SYS_flock, 1, LOCK_SH | LOCK_NB) == 0 || errno != EPERM;
    allowed += syscall(SYS_sync) == 0 || errno != EPERM;
    allowed += syscall(SYS_syncfs, 1) == 0 || errno != EPERM;
    allowed += ioctl(1, FIOSETOWN, &owner) == 0 || errno != EPERM;
    allowed += ioctl(1, FIOASYNC, &owner) == 0 || errno != EPERM;
    if (jail_lock_down()) {
        allowed += pipe(ends) == 0 || errno != EPERM;
        allowed += memfd_create("m", 0) >= 0 || errno != EPERM;
        allowed += fsync(1) == 0 || errno != EPERM;
        allowed += syscall(SYS_membarrier, 1, 0, 0) == 0 || errno != EPERM;
        allowed += syscall(SYS_timer_create, CLOCK_REALTIME, NULL, &ends) == 0 || errno != EPERM;
    }
    return allowed;
}

typedef struct {
    const char *name;
    int (*run)(char **arguments);
} Action;

static const Action actions[] = {
    {"read", read_file},
    {"write", write_file},
    {"addresses", print_addresses},
    {"socket", open_socket},
    {"kill", send_kill},
    {"ptrace", attach},
    {"unshare", new_namespace},
    {"exit", leave},
    {"die", die},
    {"environment", count_environment},
    {"exec", execute},
    {"fork", start_process},
    {"print", print},
    {"descriptors", list_descriptors},
    {"limits", limits},
    {"spin", spin},
    {"daemon", leave_daemon},
    {"count-processes", count_processes},
    {"bomb", bomb},
    {"work", work_locked_down},
    {"abort", abort_locked_down},
    {"fcntl", list_fcntl},
    {"prctl", list_prctl},
    {"hold-up", hold_up_others},
};

static int run_inside(char **arguments) {
    if (strcmp(arguments[0], "locked") == 0) {
        if (!jail_lock_down()) return 255;
        arguments++;
    }
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(arguments[0], actions[i].name) == 0) return actions[i].run(arguments + 1);
    return 254;
}

#endif

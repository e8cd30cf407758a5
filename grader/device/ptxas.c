// Finds and runs ptxas, the CUDA Toolkit's assembler for PTX.
//
// What it reads comes from a student: it gets a time limit, a memory limit and no shell.
#define _GNU_SOURCE
#include "grader/device/ptxas.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT_MAX = 4 << 20, MEMORY_MAX_GIB = 8, FILE_MAX_MIB = 512 };

extern char **environ;

// ---- Finding it
// -----------------------------------------------------------------------------------------------

static bool is_program(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

// FOLDER/NAME, when that is a program.
static bool program_in(const char *folder, size_t length, const char *name, char *path, size_t size) {
    int written = snprintf(path, size, "%.*s/%s", (int)length, folder, name);
    return written > 0 && (size_t)written < size && is_program(path);
}

// nvcc on PATH may be a link into the toolkit's folder.
static bool beside_nvcc(const char *nvcc, char *path, size_t size) {
    char real[PATH_MAX];
    if (!realpath(nvcc, real)) return false;
    char *slash = strrchr(real, '/');
    return slash && program_in(real, (size_t)(slash - real), "ptxas", path, size);
}

static bool along_path(char *path, size_t size) {
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        char nvcc[PATH_MAX];
        if (length > 0 && length < PATH_MAX) {
            if (program_in(folders, length, "ptxas", path, size)) return true;
            if (program_in(folders, length, "nvcc", nvcc, sizeof nvcc) && beside_nvcc(nvcc, path, size))
                return true;
        }
        folders += length;
        if (*folders) folders++;
    }
    return false;
}

bool ptxas_find(char *path, size_t size) {
    const char *home = getenv("CUDA_HOME");
    if (home && *home && program_in(home, strlen(home), "bin/ptxas", path, size)) return true;
    return along_path(path, size) || program_in("/usr/local/cuda", 15, "bin/ptxas", path, size);
}

// ---- Running it
// -----------------------------------------------------------------------------------------------

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool set_up_files(posix_spawn_file_actions_t *files, int output) {
    bool good = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0) == 0 &&
                posix_spawn_file_actions_adddup2(files, output, 1) == 0 &&
                posix_spawn_file_actions_adddup2(files, output, 2) == 0;
#if __GLIBC_PREREQ(2, 34)
    // Sockets of this process must not stay open in the child.
    good = good && posix_spawn_file_actions_addclosefrom_np(files, 3) == 0;
#endif
    return good;
}

// A process group of its own, so that all of it can be stopped; the usual signals.
static bool set_up_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD);
    return posix_spawnattr_setsigmask(attributes, &none) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &usual) == 0 &&
           posix_spawnattr_setpgroup(attributes, 0) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                    POSIX_SPAWN_SETPGROUP) == 0;
}

static void limit(pid_t child, int limit_ms) {
    rlim_t seconds = (rlim_t)limit_ms / 1000 + 1;
    const struct rlimit time = {seconds, seconds}, core = {0, 0};
    const struct rlimit memory = {(rlim_t)MEMORY_MAX_GIB << 30, (rlim_t)MEMORY_MAX_GIB << 30};
    const struct rlimit file = {(rlim_t)FILE_MAX_MIB << 20, (rlim_t)FILE_MAX_MIB << 20};
    prlimit(child, RLIMIT_CPU, &time, NULL);
    prlimit(child, RLIMIT_CORE, &core, NULL);
    prlimit(child, RLIMIT_AS, &memory, NULL);
    prlimit(child, RLIMIT_FSIZE, &file, NULL);
}

// Starts the program; its output can be read from *output. Returns its process, or -1.
static pid_t start(const char *const *arguments, int limit_ms, int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    pid_t child = -1;
    if (!set_up_files(&files, ends[1]) || !set_up_attributes(&attributes) ||
        posix_spawn(&child, arguments[0], &files, &attributes, (char *const *)arguments, environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (child < 0)
        close(ends[0]);
    else
        limit(child, limit_ms);
    *output = ends[0];
    return child;
}

typedef struct {
    char *text;
    size_t size;
} Output;

// Appends what the program has printed. False at the end of its output.
static bool take_output(int fd, Output *output) {
    char piece[65536];
    ssize_t got = read(fd, piece, sizeof piece);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) return false;
    if (!output->text || output->size + (size_t)got > OUTPUT_MAX) return true; // read on, or it would block
    char *text = realloc(output->text, output->size + (size_t)got + 1);
    if (!text) return true;
    memcpy(text + output->size, piece, (size_t)got);
    output->text = text;
    output->size += (size_t)got;
    text[output->size] = '\0';
    return true;
}

// True when the output has ended before the deadline.
static bool take_all_output(int fd, int64_t deadline, Output *output) {
    for (;;) {
        int64_t left = deadline - now_ms();
        if (left <= 0) return false;
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        int ready = poll(&wait, 1, (int)left);
        if (ready < 0 && errno != EINTR) return false;
        if (ready > 0 && !take_output(fd, output)) return true;
    }
}

// Waits for the process until the deadline, then stops it. True when it ended by itself.
static bool finish(pid_t child, int64_t deadline, int *status) {
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child) return true;
        if (ended < 0 && errno == ECHILD) { // this process does not keep its children: the text must tell
            *status = 0;
            return true;
        }
        if (now_ms() >= deadline) break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    kill(-child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
    return false;
}

PtxasOutcome ptxas_run(const char *path, const char *target, int registers_max, const char *input,
                       const char *output, int limit_ms, char **text) {
    char gpu[40], most[40];
    snprintf(gpu, sizeof gpu, "-arch=%s", target);
    snprintf(most, sizeof most, "-maxrregcount=%d", registers_max);
    const char *const arguments[] = {
        path, "-v", gpu, input, "-o", output, "-lineinfo", registers_max ? most : NULL, NULL};
    Output printed = {calloc(1, 1), 0};
    int64_t deadline = now_ms() + limit_ms;
    int fd, status = 0;
    pid_t child = start(arguments, limit_ms, &fd);
    PtxasOutcome outcome = PTXAS_ABSENT;
    if (child > 0) {
        bool in_time = take_all_output(fd, deadline, &printed);
        close(fd);
        if (!in_time) kill(-child, SIGKILL); // whatever still holds the output open
        in_time = finish(child, deadline, &status) && in_time;
        outcome = !in_time                                        ? PTXAS_LATE
                  : WIFEXITED(status) && WEXITSTATUS(status) == 0 ? PTXAS_DONE
                                                                  : PTXAS_REFUSED;
    }
    *text = printed.text;
    return outcome;
}

// Asks make for the compiler's command, and runs it in the jail: a compiler that reads a hostile file is an
// attacker's tool.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2
#endif
#include "grader/grading/compiler.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/jail/jail.h"
#include "grader/session/link.h"

enum {
    PROCESSES = 64,
    HEADERS = 256, // shown from one folder
};

__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return false;
}

// ---- The command ----------------------------------------------------------------------------------------

static pid_t start_make(const Project *project, int output_fd) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0) return pid;
    dup2(output_fd, STDOUT_FILENO);
    execlp("make", "make", "-s", "--no-print-directory", "-C", project->root, "submission-command",
           (char *)NULL);
    _exit(127);
}

static size_t read_all(int fd, char *text, size_t size) {
    size_t got = 0;
    for (ssize_t part; got + 1 < size && (part = read(fd, text + got, size - got - 1)) != 0;) {
        if (part < 0 && errno != EINTR) break;
        if (part > 0) got += (size_t)part;
    }
    text[got] = 0;
    return got;
}

// nvcc may be a link: its toolkit lies where the link leads to.
static bool find_toolkit(CompilerCommand *command) {
    if (!realpath(command->text, command->toolkit)) return false;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(command->toolkit, '/');
        if (!slash || slash == command->toolkit) return false;
        *slash = 0;
    }
    return true;
}

// The lines of what make has printed. False: there is no command in it.
static bool take_lines(CompilerCommand *command) {
    char *lines[3] = {command->text}; // compiler, command, options
    for (int i = 1; i < 3; i++) {
        char *end = strchr(lines[i - 1], '\n');
        if (!end) return false;
        *end = 0;
        lines[i] = end + 1;
    }
    lines[2][strcspn(lines[2], "\n")] = 0;
    command->command = lines[1];
    command->faster = lines[2];
    return *command->command && find_toolkit(command);
}

const CompilerCommand *compiler_ask_make(const Project *project, char *error, size_t error_size) {
    static CompilerCommand command; // of the one project that a process grades with
    int ends[2], status = -1;
    if (command.command) return &command;
    if (pipe2(ends, O_CLOEXEC) < 0) {
        fail(error, error_size, "No pipe can be made: %s.", strerror(errno));
        return NULL;
    }
    pid_t pid = start_make(project, ends[1]);
    close(ends[1]);
    read_all(ends[0], command.text, sizeof command.text);
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    const int ended = pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (ended == 0 && take_lines(&command)) return &command;
    command.command = NULL;
    fail(error, error_size,
         ended == 127 ? "make cannot be run. ./grade doctor says how to install it."
                      : "Nothing can be compiled here. ./grade doctor says what is missing.");
    return NULL;
}

// ---- What the compiler sees -----------------------------------------------------------------------------

typedef struct {
    char *items[2 * HEADERS + 8];
    int count;
} Paths;

static void add_path(Paths *paths, const char *path) {
    enum { MOST = sizeof paths->items / sizeof *paths->items };
    char *copy = paths->count + 1 < MOST ? strdup(path) : NULL;
    if (copy) paths->items[paths->count++] = copy;
}

static bool is_header(const char *name) {
    static const char *const endings[] = {".h", ".cuh", ".hpp", ".inl"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(dot, endings[i])) return true;
    return false;
}

// The headers of a folder. Links are left out: they may lead to what is not to be seen.
static void add_headers(Paths *paths, const char *folder) {
    DIR *list = opendir(folder);
    int count = 0;
    for (struct dirent *entry; list && count < HEADERS && (entry = readdir(list));) {
        char path[PATH_SIZE + 300];
        struct stat info;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!is_header(entry->d_name) || lstat(path, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        add_path(paths, path);
        count++;
    }
    if (list) closedir(list);
}

static void collect_paths(Paths *paths, const CompilerJob *job, const CompilerCommand *command) {
    char folder[PATH_SIZE];
    add_path(paths, command->toolkit);
    add_path(paths, job->source);
    project_path(job->project, folder, "common", NULL);
    add_path(paths, folder);
    project_path(job->project, folder, "labs", job->lab_folder, NULL);
    add_headers(paths, folder);
    project_path(job->project, folder, "tests", NULL);
    if (job->with_tests) add_path(paths, folder);
}

static void free_paths(Paths *paths) {
    while (paths->count) free(paths->items[--paths->count]);
}

// The variables that choose a compiler, and a folder for its temporary files.
typedef struct {
    char text[16][PATH_SIZE + 32];
    const char *items[17];
} Environment;

// Compilers take memory from the system in small pieces, page by page, which is half of a small file's time. They ask for it in
// large ones with this; what is not touched takes no room. A C library that does not know the names passes them over.
static const char FEWER_PAGE_FAULTS[] = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864:"
                                        "glibc.malloc.trim_threshold=268435456:"
                                        "glibc.malloc.mmap_threshold=268435456";

static void make_environment(Environment *e, const char *folder) {
    static const char *const kept[] = {
        "PATH", "CUDA_HOME", "NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "LANG", "LC_ALL"};
    int count = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *value = getenv(kept[i]);
        if (!value || strlen(value) >= PATH_SIZE) continue;
        snprintf(e->text[count], sizeof e->text[count], "%s=%s", kept[i], value);
        count++;
    }
    snprintf(e->text[count++], sizeof e->text[0], "TMPDIR=%s", folder);
    snprintf(e->text[count++], sizeof e->text[0], "GLIBC_TUNABLES=%s", FEWER_PAGE_FAULTS);
    for (int i = 0; i < count; i++) e->items[i] = e->text[i];
    e->items[count] = NULL;
}

const char *compiler_name_of(const Project *project, const char *path) {
    size_t length = strlen(project->root);
    return !strncmp(path, project->root, length) && path[length] == '/' ? path + length + 1 : path;
}

static const char LINES[] = " -lineinfo"; // in make's command

static bool start_compiler(const CompilerJob *job, const CompilerCommand *command, int output_fd,
                           Jailed *jailed, char *error, size_t error_size) {
    char script[sizeof command->text + 80];
    const char *lines = job->without_lines ? strstr(command->command, LINES) : NULL,
               *rest = lines ? lines + sizeof LINES - 1 : "";
    const int length = (int)(lines ? lines - command->command : (long)strlen(command->command));
    snprintf(script, sizeof script, "cd \"$0\" && %.*s%s %s %s %s \"$1\" -o \"$2\"", length, command->command,
             rest, job->faster ? command->faster : "", job->ptx ? "-ptx" : "",
             job->plain ? "-Xcicc -O0" : "");
    const Project *project = job->project;
    Paths paths = {0};
    Environment environment;
    collect_paths(&paths, job, command);
    make_environment(&environment, compiler_name_of(project, job->folder));
    JailSpec spec = {.argv = (const char *const[]){"/bin/sh", "-c", script, project->root,
                                                   compiler_name_of(project, job->source),
                                                   compiler_name_of(project, job->output), NULL},
                     .read_only = (const char *const *)paths.items,
                     .writable = (const char *const[]){job->folder, NULL},
                     .stdout_fd = output_fd,
                     .stderr_fd = output_fd,
                     .env = environment.items,
                     .cpu_seconds = COMPILER_CPU_SECONDS,
                     .memory_bytes = (size_t)COMPILER_MEMORY_GIB << 30, // a fraction of it is used
                     .file_bytes = COMPILER_FILE_MIB << 20,
                     .max_processes = PROCESSES,
                     .allow_programs = true};
    bool started = jail_start(&spec, jailed, error, error_size);
    free_paths(&paths);
    return started;
}

// ---- Running it -----------------------------------------------------------------------------------------

// Reads what the compiler prints until it has ended or its time is up.
static bool read_messages(CompilerRun *run, int fd, double deadline) {
    char spare[4096];
    double left;
    bool ended = false;
    while (!ended && (left = deadline - clock_seconds()) > 0) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0) continue;
        size_t room = COMPILER_MESSAGES - run->size;
        ssize_t got = read(fd, room ? run->messages + run->size : spare, room ? room : sizeof spare);
        if (room && got > 0) run->size += (size_t)got;
        ended = got == 0 || (got < 0 && errno != EINTR);
    }
    return ended;
}

static bool wait_until(const Jailed *jailed, double deadline, int *status) {
    while (waitpid(jailed->pid, status, WNOHANG) == 0) {
        if (clock_seconds() > deadline) return false;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return true;
}

bool compiler_run(const CompilerJob *job, const CompilerCommand *command, CompilerRun *run, char *error,
                  size_t error_size) {
    int ends[2];
    Jailed jailed;
    *run = (CompilerRun){.status = -1, .messages = calloc(COMPILER_MESSAGES + 1, 1)};
    if (!run->messages) return fail(error, error_size, "There is no memory left. Close other programs.");
    if (pipe2(ends, O_CLOEXEC) < 0)
        return fail(error, error_size, "No pipe can be made: %s.", strerror(errno));
    bool started = start_compiler(job, command, ends[1], &jailed, error, error_size);
    close(ends[1]);
    const double start = clock_seconds();
    double deadline = start + COMPILER_SECONDS;
    if (job->deadline < deadline) deadline = job->deadline;
    run->in_time =
        started && read_messages(run, ends[0], deadline) && wait_until(&jailed, deadline, &run->status);
    run->seconds = clock_seconds() - start;
    close(ends[0]);
    if (started && !run->in_time) jail_kill(&jailed);
    return started;
}

void compiler_run_free(CompilerRun *run) {
    free(run->messages);
    *run = (CompilerRun){0};
}

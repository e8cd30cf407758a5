// Compiles a submission in the jail, with the command that make knows.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // nftw, pipe2
#endif
#include "grader/cli/compile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
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
#include "grader/report/clean.h"
#include "grader/session/link.h"

enum {
    SECONDS = 120,          // for the whole compilation
    CPU_SECONDS = 60,       // for each of the compiler's programs
    FILE_BYTES = 256 << 20, // the largest file that it may write
    PROCESSES = 64,
    HEADERS = 256,       // shown from one folder
    MESSAGES = 64 << 10, // bytes of messages that are shown
};
static const size_t compiler_memory = (size_t)4 << 30; // addresses: a fraction of it is used

__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return false;
}

// ---- The command ----------------------------------------------------------------------------------------

// What make prints in the project's root: the compiler's path, then the command. Its own messages go to
// standard error.
typedef struct {
    char text[16384];
    char toolkit[PATH_SIZE]; // the folder above the compiler's bin/
    const char *command;
} Command;

static pid_t start_make(const Compilation *c, int output_fd) {
    char source[PATH_SIZE + 16], output[PATH_SIZE + 16];
    snprintf(source, sizeof source, "SUBMISSION=%s", c->source);
    snprintf(output, sizeof output, "SUBMISSION_SO=%s", c->output);
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0) return pid;
    dup2(output_fd, STDOUT_FILENO);
    execlp("make", "make", "-s", "--no-print-directory", "-C", c->project->root, "submission-command", source,
           output, (char *)NULL);
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
static bool find_toolkit(Command *command) {
    command->text[strcspn(command->text, "\n")] = 0;
    if (!realpath(command->text, command->toolkit)) return false;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(command->toolkit, '/');
        if (!slash || slash == command->toolkit) return false;
        *slash = 0;
    }
    return true;
}

static bool ask_make(const Compilation *c, Command *command, char *error, size_t error_size) {
    int ends[2], status = -1;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return fail(error, error_size, "No pipe can be made: %s.", strerror(errno));
    pid_t pid = start_make(c, ends[1]);
    close(ends[1]);
    read_all(ends[0], command->text, sizeof command->text);
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return fail(error, error_size, "make cannot be run. ./grade doctor says how to install it.");
    char *line_end = strchr(command->text, '\n');
    command->command = line_end ? line_end + 1 : "";
    bool good = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && *command->command;
    if (good && find_toolkit(command)) return true;
    return fail(error, error_size, "%s cannot be compiled here. ./grade doctor says what is missing.",
                c->shown);
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

// Where the student's file lies.
static const char *own_place(const Compilation *c) {
    return c->beside ? c->beside : c->source;
}

// The project's own test submissions share headers.
static void add_tests(Paths *paths, const Compilation *c) {
    char tests[PATH_SIZE], real[PATH_SIZE];
    project_path(c->project, tests, "tests", NULL);
    size_t length = realpath(tests, real) ? strlen(real) : 0;
    const char *file = own_place(c);
    if (length && !strncmp(file, real, length) && file[length] == '/') add_path(paths, tests);
}

static void collect_paths(Paths *paths, const Compilation *c, const Command *command) {
    char folder[PATH_SIZE];
    add_path(paths, command->toolkit);
    add_path(paths, c->source);
    project_path(c->project, folder, "common", NULL);
    add_path(paths, folder);
    project_path(c->project, folder, "labs", c->lab_folder, NULL);
    add_headers(paths, folder);
    snprintf(folder, sizeof folder, "%s", own_place(c));
    *strrchr(folder, '/') = 0;
    if (*folder) add_headers(paths, folder);
    add_tests(paths, c);
}

static void free_paths(Paths *paths) {
    while (paths->count) free(paths->items[--paths->count]);
}

// ---- Running it -----------------------------------------------------------------------------------------

// The variables that choose a compiler, and a folder for its temporary files.
typedef struct {
    char text[16][PATH_SIZE + 32];
    const char *items[17];
} Environment;

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
    for (int i = 0; i < count; i++) e->items[i] = e->text[i];
    e->items[count] = NULL;
}

static bool start_compiler(const Compilation *c, const Command *command, int output_fd, Jailed *jailed,
                           char *error, size_t error_size) {
    char script[sizeof command->text + PATH_SIZE + 32];
    snprintf(script, sizeof script, "cd '%s' && %s", c->project->root, command->command);
    Paths paths = {0};
    Environment environment;
    collect_paths(&paths, c, command);
    make_environment(&environment, c->folder);
    JailSpec spec = {.argv = (const char *const[]){"/bin/sh", "-c", script, NULL},
                     .read_only = (const char *const *)paths.items,
                     .writable = (const char *const[]){c->folder, NULL},
                     .stdout_fd = output_fd,
                     .stderr_fd = output_fd,
                     .env = environment.items,
                     .cpu_seconds = CPU_SECONDS,
                     .memory_bytes = compiler_memory,
                     .file_bytes = FILE_BYTES,
                     .max_processes = PROCESSES,
                     .allow_programs = true};
    bool started = jail_start(&spec, jailed, error, error_size);
    free_paths(&paths);
    return started;
}

// Shows the compiler's messages line by line, printable, as far as MESSAGES bytes.
static void show_messages(const char *text, size_t size) {
    for (const char *line = text, *end = text + size; line < end;) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (!line_end) line_end = end;
        char shown[4096];
        clean_text(shown, sizeof shown, line, (size_t)(line_end - line));
        fprintf(stderr, "%s\n", shown);
        line = line_end + 1;
    }
    if (size == MESSAGES) fprintf(stderr, "... and more messages\n");
}

// Reads what the compiler prints until it has ended or its time is up.
static bool read_messages(int fd, double deadline, bool quiet) {
    static char messages[MESSAGES];
    char spare[4096];
    size_t size = 0;
    double left;
    bool ended = false;
    while (!ended && (left = deadline - clock_seconds()) > 0) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0) continue;
        size_t room = sizeof messages - size;
        ssize_t got = read(fd, room ? messages + size : spare, room ? room : sizeof spare);
        if (room && got > 0) size += (size_t)got;
        ended = got == 0 || (got < 0 && errno != EINTR);
    }
    if (!quiet) show_messages(messages, size);
    return ended;
}

static bool wait_until(const Jailed *jailed, double deadline, int *status) {
    while (waitpid(jailed->pid, status, WNOHANG) == 0) {
        if (clock_seconds() > deadline) return false;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return true;
}

static bool run_compiler(const Compilation *c, const Command *command, char *error, size_t error_size) {
    int ends[2];
    Jailed jailed;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return fail(error, error_size, "No pipe can be made: %s.", strerror(errno));
    bool started = start_compiler(c, command, ends[1], &jailed, error, error_size);
    close(ends[1]);
    double deadline = clock_seconds() + SECONDS;
    int status = -1;
    bool in_time =
        started && read_messages(ends[0], deadline, c->quiet) && wait_until(&jailed, deadline, &status);
    close(ends[0]);
    if (!started) return false;
    if (!in_time) {
        jail_kill(&jailed);
        return fail(error, error_size, "%s takes longer than %d seconds to compile, and was given up.",
                    c->shown, SECONDS);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && file_exists(c->output)) return true;
    return fail(
        error, error_size,
        "%s does not compile. Mend the first error above, for the others often follow from it, and type "
        "the same command again.",
        c->shown);
}

// ---- All of it ------------------------------------------------------------------------------------------

static bool make_folder(Compilation *c, char *error, size_t error_size) {
    static int number; // several may be there at a time
    char path[PATH_SIZE], name[64];
    project_path(c->project, path, "build", NULL);
    mkdir(path, 0777);
    project_path(c->project, path, "build", "tmp", NULL);
    mkdir(path, 0777);
    snprintf(name, sizeof name, "submission-%ld-%d", (long)getpid(), number++);
    project_path(c->project, c->folder, "build", "tmp", name, NULL);
    project_path(c->project, c->output, "build", "tmp", name, "submission.so", NULL);
    compile_clean_up(c); // another process of that number may have been killed
    return mkdir(c->folder, 0700) == 0 ||
           fail(error, error_size, "%s cannot be made: %s.", c->folder, strerror(errno));
}

bool compile_prepare(Compilation *c, const char *name, char *error, size_t error_size) {
    if (!make_folder(c, error, error_size)) return false;
    snprintf(c->made, sizeof c->made, "%.4000s/%.64s", c->folder, name);
    c->source = c->made;
    return true;
}

bool compile_submission(Compilation *c, char *error, size_t error_size) {
    Command command = {0};
    return (c->folder[0] || make_folder(c, error, error_size)) && ask_make(c, &command, error, error_size) &&
           run_compiler(c, &command, error, error_size);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

void compile_clean_up(const Compilation *c) {
    if (c->folder[0]) nftw(c->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

// Copies a submission, compiles the copy, and finds out whose fault it is when that fails.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/grading/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/c_text/line_directives.h"
#include "grader/grading/compiler.h"
#include "grader/grading/ended_by.h"
#include "grader/grading/first_error.h"
#include "grader/grading/replace_file.h"
#include "grader/session/link.h"
#include "grader/text/clean.h"
#include "grader/text/replace.h"

enum { NAME_MAX_KEPT = 100, ROOM_MIB = 32, CONTROL_SECONDS = 10 };

// A fault of this machine's. Returns false.
__attribute__((format(printf, 3, 4))) static bool trouble(char *error, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return false;
}

// A fault of the file's: `what` follows its name. Returns false.
__attribute__((format(printf, 4, 5))) static bool refuse(Compilation *c, char *error, size_t size,
                                                         const char *what, ...) {
    int length = snprintf(error, size, "%.1000s ", c->shown);
    va_list arguments;
    va_start(arguments, what);
    if (length >= 0 && (size_t)length < size)
        vsnprintf(error + length, size - (size_t)length, what, arguments);
    va_end(arguments);
    c->refused = true;
    return false;
}

// ---- The copy -------------------------------------------------------------------------------------------

// The name of a file with everything replaced that nvcc, make or a shell may take for something else.
static void safe_name(const char *path, char name[NAME_MAX_KEPT + 8]) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 3 && !strcmp(base + length - 3, ".cu")) length -= 3;
    if (length > NAME_MAX_KEPT) length = NAME_MAX_KEPT;
    for (size_t i = 0; i < length; i++) {
        const char c = base[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name[i] = letter || (i && (c == '.' || c == '-')) ? c : '_';
    }
    strcpy(name + length, ".cu");
}

static bool disk_trouble(const Compilation *c, const char *what, char *error, size_t size) {
    return trouble(error, size, "%s in %.500s: %s. Make room on that disk, and grade again.", what,
                   c->folder.path, strerror(errno));
}

static bool make_folder(Compilation *c, const char *path, char *error, size_t size) {
    char name[NAME_MAX_KEPT + 8], out[PATH_SIZE];
    if (!grading_folder_make(&c->folder, c->project, error, size)) return false;
    safe_name(path, name);
    snprintf(c->source, sizeof c->source, "%.3900s/%s", c->folder.path, name);
    snprintf(out, sizeof out, "%.3900s/out", c->folder.path);
    snprintf(c->output, sizeof c->output, "%.3900s/out/submission.so", c->folder.path);
    return mkdir(out, 0700) == 0 || disk_trouble(c, "No folder can be made", error, size);
}

static bool write_source(const Compilation *c, const char *text, size_t length, char *error, size_t size) {
    int fd = open(c->source, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ssize_t written = 0;
    for (size_t at = 0; fd >= 0 && at < length && written >= 0; at += (size_t)written) {
        do written = write(fd, text + at, length - at);
        while (written < 0 && errno == EINTR);
    }
    bool good = fd >= 0 && written >= 0;
    if (fd >= 0 && close(fd) != 0) good = false;
    return good || disk_trouble(c, "The file cannot be copied", error, size);
}

bool compile_take_text(Compilation *c, const char *name, const char *text, char *error, size_t size) {
    char *copy = strdup(text);
    if (!copy) return trouble(error, size, "There is no memory left. Close other programs.");
    blank_line_directives(copy, strlen(copy));
    const bool good = make_folder(c, name, error, size) && write_source(c, copy, strlen(copy), error, size);
    free(copy);
    return good;
}

// Reads the file whole; *length is SUBMISSION_BYTES_MAX + 1 where it is longer. False with errno.
static bool read_file(const char *path, char *text, size_t *length) {
    struct stat info;
    // What is a file now may be a pipe when it is opened, which O_NONBLOCK does not wait for.
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *length = 0;
    ssize_t got = fd >= 0 && fstat(fd, &info) == 0 ? 1 : -1;
    if (got > 0 && !S_ISREG(info.st_mode)) {
        errno = EINVAL;
        got = -1;
    }
    while (got > 0 && *length <= SUBMISSION_BYTES_MAX) {
        got = read(fd, text + *length, SUBMISSION_BYTES_MAX + 1 - *length);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            *length += (size_t)got;
    }
    const int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return got >= 0;
}

bool compile_take_file(Compilation *c, char *error, size_t size) {
    char *text = malloc(SUBMISSION_BYTES_MAX + 1);
    size_t length;
    bool good = false;
    if (!text)
        good = trouble(error, size, "There is no memory left. Close other programs.");
    else if (!read_file(c->origin, text, &length))
        good = refuse(c, error, size, "cannot be read: %s.", strerror(errno));
    else if (length > SUBMISSION_BYTES_MAX)
        good = refuse(c, error, size, "is larger than %d KiB, which no .cu file of a lab is.",
                      SUBMISSION_BYTES_MAX >> 10);
    else {
        blank_line_directives(text, length);
        good = make_folder(c, c->origin, error, size) && write_source(c, text, length, error, size);
    }
    free(text);
    return good;
}

// ---- What the compiler says -----------------------------------------------------------------------------

// One line of messages, printable, with the name that the user has given to the file.
static void write_line(FILE *to, const Compilation *c, const char *text, size_t size) {
    char shown[16 << 10],
        *line = replace_name(text, &size, compiler_name_of(c->project, c->source), c->shown);
    if (!line) return;
    clean_text(shown, sizeof shown, line, size);
    free(line);
    fprintf(to, "%s\n", shown);
}

static void write_messages(FILE *to, const Compilation *c, const char *messages, size_t size) {
    for (const char *line = messages, *end = line + size; line < end;) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (!line_end) line_end = end;
        write_line(to, c, line, (size_t)(line_end - line));
        line = line_end + 1;
    }
}

static void show_messages(const Compilation *c, const CompilerRun *run) {
    write_messages(stderr, c, run->messages, run->size);
    if (run->size == COMPILER_MESSAGES) fprintf(stderr, "... and more messages\n");
}

// For who does not see the terminal: a page, a program that reads JSON.
static void keep_first_error(Compilation *c, const CompilerRun *run) {
    const FirstError first = find_first_error(run->messages, run->size);
    size_t size;
    FILE *kept = c->first_error ? NULL : open_memstream(&c->first_error, &size);
    if (!kept) return;
    write_messages(kept, c, first.text, first.size);
    if (fclose(kept)) free(c->first_error), c->first_error = NULL;
}

// ---- Whose fault it is ----------------------------------------------------------------------------------

static CompilerJob job_of(const Compilation *c, char folder[PATH_SIZE]) {
    char tests[PATH_SIZE];
    project_path(c->project, tests, "tests", "", NULL);
    snprintf(folder, PATH_SIZE, "%.3900s/out", c->folder.path);
    return (CompilerJob){.project = c->project,
                         .lab_folder = c->lab_folder,
                         .source = c->source,
                         .folder = folder,
                         .output = c->output,
                         .with_tests = c->origin && !strncmp(c->origin, tests, strlen(tests)),
                         .deadline = c->deadline};
}

static bool made_it(const Compilation *c, const CompilerRun *run) {
    return run->in_time && WIFEXITED(run->status) && WEXITSTATUS(run->status) == 0 && file_exists(c->output);
}

static double worked_at; // when the compiler has last made something; 0: not yet

static bool made_something(const Compilation *c, const CompilerRun *run) {
    if (!made_it(c, run)) return false;
    worked_at = clock_seconds();
    return true;
}

// Does this machine compile anything at all? What it has compiled lately says so, or else a file with one kernel, compiled
// in the same way.
static bool compiler_works(const Compilation *c, const CompilerCommand *command) {
    if (worked_at > 0 && clock_seconds() < worked_at + CONTROL_SECONDS) return true;
    Compilation control = {.project = c->project, .lab_folder = c->lab_folder, .deadline = c->deadline};
    char folder[PATH_SIZE], error[600];
    bool works = false;
    CompilerRun run = {0};
    if (compile_take_text(&control, "control.cu", "__global__ void control(int *out) { *out = 1; }\n", error,
                          sizeof error)) {
        CompilerJob job = job_of(&control, folder);
        job.faster = *command->faster;
        works = compiler_run(&job, command, &run, error, sizeof error) && made_something(&control, &run);
        compiler_run_free(&run);
    }
    compile_clean_up(&control);
    return works;
}

// Has this machine ended the compiler, and not what it read? With less processor time than it may take, too.
static bool stopped_by_machine(const CompilerRun *run, int signal_number) {
    return sent_from_outside(signal_number) ||
           (signal_number == SIGXCPU && run->seconds < COMPILER_CPU_SECONDS);
}

static bool explain_signal(const Compilation *c, int signal_number, char *error, size_t size) {
    if (signal_number == SIGKILL)
        return trouble(
            error, size,
            "The compiler was killed while it compiled %s, as a rule because this machine has no memory "
            "left: that is not the file's fault. Close other programs, and grade again.",
            c->shown);
    if (signal_number == SIGXCPU)
        return trouble(
            error, size,
            "This machine ended the compiler (%s) before it had taken the %d seconds of processor time that it "
            "may take for %s: that is not the file's fault. Lift the limit (ulimit -t unlimited), and grade "
            "again.",
            strsignal(signal_number), COMPILER_CPU_SECONDS, c->shown);
    return trouble(
        error, size,
        "A signal from outside (%s) ended the compiler while it compiled %s, as a shutdown or a batch system "
        "sends it whose time is up: that is not the file's fault. Grade again: type the same command.",
        strsignal(signal_number), c->shown);
}

#define OF_LONG_COMPILATIONS                                                                                   \
    "Look for a macro or a template that expands itself, or for a loop with a great many steps that `#pragma " \
    "unroll` writes out."

static bool explain(Compilation *c, const CompilerCommand *command, const CompilerRun *run, char *error,
                    size_t size) {
    const double room = (double)ROOM_MIB * (1 << 20);
    const int signal_number = run->in_time ? ended_by(run) : 0;
    if (!run->in_time && clock_seconds() > c->deadline)
        return refuse(c, error, size, "was not compiled in the time that a grading may take.");
    if (!run->in_time)
        return refuse(c, error, size, "does not compile within %d seconds, and was given up. %s",
                      COMPILER_SECONDS, OF_LONG_COMPILATIONS);
    if (stopped_by_machine(run, signal_number)) return explain_signal(c, signal_number, error, size);
    if (grading_folder_room(&c->folder) < room)
        return trouble(
            error, size,
            "The compiler has no room on the disk of %.500s. Make room there (%d MiB are enough) or set "
            "TMPDIR to another folder, and grade again.",
            c->folder.path, ROOM_MIB);
    if (!compiler_works(c, command))
        return trouble(
            error, size,
            "The compiler fails on this machine, also on a file that is right: %s has not been judged. "
            "./grade doctor says what is missing.",
            c->shown);
    if (signal_number == SIGXCPU)
        return refuse(c, error, size,
                      "does not compile within %d seconds of processor time, and was given up. %s",
                      COMPILER_CPU_SECONDS, OF_LONG_COMPILATIONS);
    keep_first_error(c, run);
    const bool no_header = strstr(run->messages, "No such file or directory") != NULL;
    return refuse(c, error, size,
                  "does not compile. %sFix the first error above (it often causes the others), and type the "
                  "same command again.",
                  no_header
                      ? "It is graded alone, without the files beside it; it may include what is in common/. "
                      : "");
}

// Has the compiler turned the file down, in time and by itself?
static bool turned_down(const Compilation *c, const CompilerRun *run) {
    return !made_it(c, run) && run->in_time && !ended_by(run);
}

// Can the file lack what `faster` leaves out, the special functions of <cmath>? Each of their names holds one of these words.
static bool may_need_all_of_cmath(const Compilation *c) {
    static const char *const words[] = {"laguerre", "legendre", "beta",    "ellint", "bessel", "neumann",
                                        "expint",   "hermite",  "riemann", "hyperg", "SPECFUN"};
    size_t size;
    char *text = read_whole_file(c->source, &size);
    bool may = !text;
    for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
        may |= memmem(text, size, words[i], strlen(words[i])) != NULL;
    free(text);
    return may;
}

bool compile_submission(Compilation *c, char *error, size_t size) {
    const CompilerCommand *command = compiler_ask_make(c->project, error, size);
    CompilerRun run;
    char folder[PATH_SIZE];
    CompilerJob job = job_of(c, folder);
    if (!command) return false;
    job.faster = *command->faster;
    bool good = compiler_run(&job, command, &run, error, size);
    if (good && job.faster && turned_down(c, &run) && may_need_all_of_cmath(c)) {
        compiler_run_free(&run);
        job.faster = false;
        good = compiler_run(&job, command, &run, error, size);
    }
    if (good && !c->quiet) show_messages(c, &run);
    good = good && (made_something(c, &run) || explain(c, command, &run, error, size));
    compiler_run_free(&run);
    return good;
}

// Where `messages` is not NULL and the compiler turns the file down, its messages are the caller's.
static bool compile_ptx(Compilation *c, bool plain, bool with_lines, char **messages, size_t *messages_size) {
    char folder[PATH_SIZE], error[600];
    const CompilerCommand *command = compiler_ask_make(c->project, error, sizeof error);
    if (!command) return false;
    snprintf(c->output, sizeof c->output, "%.3900s/out/device.ptx", c->folder.path);
    CompilerJob job = job_of(c, folder);
    CompilerRun run = {0};
    job.ptx = true;
    job.plain = plain;
    job.without_lines = !with_lines;
    job.faster = *command->faster;
    const bool ran = compiler_run(&job, command, &run, error, sizeof error);
    const bool good = ran && made_something(c, &run);
    if (ran && !plain && turned_down(c, &run) && !(job.faster && may_need_all_of_cmath(c)))
        explain(c, command, &run, error, sizeof error);
    if (messages && !good && ran) {
        *messages = run.messages;
        *messages_size = run.size;
        run.messages = NULL;
    }
    compiler_run_free(&run);
    return good;
}

bool compile_device_code(Compilation *c) {
    return compile_ptx(c, false, true, NULL, NULL);
}

bool compile_plain(Compilation *c, const char *source) {
    char error[600];
    if (!make_folder(c, source, error, sizeof error)) return false;
    snprintf(c->source, sizeof c->source, "%s", source);
    return compile_ptx(c, true, true, NULL, NULL);
}

bool compile_plain_text(Compilation *c, const char *name, const char *text, char **messages, size_t *size) {
    char error[600];
    *messages = NULL;
    *size = 0;
    return compile_take_text(c, name, text, error, sizeof error) &&
           compile_ptx(c, true, false, messages, size);
}

void compile_clean_up(Compilation *c) {
    grading_folder_remove(&c->folder);
    free(c->first_error);
    c->first_error = NULL;
}

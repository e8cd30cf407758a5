// Which signal ended a compiler or one of the programs that it starts, and whether it came from outside.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/grading/ended_by.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

// Statuses: a shell's and nvcc's for a program ended by signal n are BY_SIGNAL + n. nvcc itself exits with NVCC_CAUGHT for
// SIGTERM and for errors of ptxas; cudafe++ and cicc exit with EDG_CAUGHT for SIGTERM, SIGINT and errors.
enum { BY_SIGNAL = 128, NVCC_CAUGHT = 255, EDG_CAUGHT = 4 };

bool sent_from_outside(int signal_number) {
    switch (signal_number) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGKILL:
    case SIGUSR1:
    case SIGUSR2:
    case SIGTERM: return true;
    default: return false;
    }
}

// The signals that count, as gcc and nvcc name them.
static int signal_named(const char *name, size_t size) {
    static const struct {
        int number;
        const char *name;
    } known[] = {{SIGHUP, "Hangup"},
                 {SIGINT, "Interrupt"},
                 {SIGQUIT, "Quit"},
                 {SIGKILL, "Killed"},
                 {SIGUSR1, "User defined signal 1"},
                 {SIGUSR2, "User defined signal 2"},
                 {SIGTERM, "Terminated"},
                 {SIGXCPU, "CPU time limit exceeded"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == size && !memcmp(known[i].name, name, size)) return known[i].number;
    return 0;
}

// A line of messages, without its newline.
typedef struct {
    const char *text;
    size_t size;
} Line;

// Takes the last line off `messages`, of which *size bytes are left.
static Line take_last_line(const char *messages, size_t *size) {
    size_t end = *size && messages[*size - 1] == '\n' ? *size - 1 : *size, start = end;
    while (start && messages[start - 1] != '\n') start--;
    *size = start;
    return (Line){messages + start, end - start};
}

static bool begins(Line line, const char *with) {
    const size_t size = strlen(with);
    return line.size >= size && !memcmp(line.text, with, size);
}

static bool is(Line line, const char *text) {
    return line.size == strlen(text) && begins(line, text);
}

static Line behind(Line line, size_t size) {
    return (Line){line.text + size, line.size - size};
}

// "cc1plus" of "... signal terminated program cc1plus" and "[Terminated]" of "ld terminated with signal 15 [Terminated]".
static int signal_told(Line told) {
    static const char program[] = " signal terminated program ", number[] = " terminated with signal ";
    const char *found = memmem(told.text, told.size, program, sizeof program - 1);
    if (found) return signal_named(told.text, (size_t)(found - told.text));
    found = memmem(told.text, told.size, number, sizeof number - 1);
    const char *open = found ? memchr(found, '[', (size_t)(told.text + told.size - found)) : NULL,
               *close = open ? memchr(open, ']', (size_t)(told.text + told.size - open)) : NULL;
    return close ? signal_named(open + 1, (size_t)(close - open - 1)) : 0;
}

// The signal in "NAME: fatal error: Killed signal terminated program ...", where NAME is a program and no place in a file.
static int gcc_tells(Line line) {
    static const char *const kinds[] = {": fatal error: ", ": internal compiler error: "};
    size_t name = 0;
    while (name < line.size && !strchr(": /", line.text[name])) name++;
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (begins(behind(line, name), kinds[i])) return signal_told(behind(line, name + strlen(kinds[i])));
    return 0;
}

// Does gcc say, last of all, that a signal ended one of its programs? A file can have the compiler print any text, but
// not as its last lines: to each message it adds where it comes from.
static int signal_of_gcc(const CompilerRun *run) {
    size_t left = run->size;
    Line line = take_last_line(run->messages, &left);
    if (begins(line, "See <")) line = take_last_line(run->messages, &left);
    if (begins(line, "Please submit a full bug report") || is(line, "compilation terminated."))
        return gcc_tells(take_last_line(run->messages, &left));
    return 0;
}

// Does cudafe++, cicc or nvcc say, last of all and with the status for it, that it has caught a signal? After errors the first
// two say the same behind a line with their number, where a signal leaves an empty one.
static int signal_caught(const CompilerRun *run, int status) {
    static const char nvcc[] = "nvcc: ";
    size_t left = run->size;
    const Line line = take_last_line(run->messages, &left);
    if (status == EDG_CAUGHT && is(line, "Compilation terminated.") && left)
        return take_last_line(run->messages, &left).size == 0 ? SIGTERM : 0;
    if (status == NVCC_CAUGHT && begins(line, nvcc))
        return signal_named(line.text + sizeof nvcc - 1, line.size - (sizeof nvcc - 1));
    return 0;
}

int ended_by(const CompilerRun *run) {
    if (WIFSIGNALED(run->status)) return WTERMSIG(run->status);
    const int status = WEXITSTATUS(run->status);
    if (status > BY_SIGNAL && status < BY_SIGNAL + NSIG) return status - BY_SIGNAL;
    if (status == 0 || run->size >= COMPILER_MESSAGES) return 0;
    const int caught = signal_caught(run, status);
    return caught ? caught : signal_of_gcc(run);
}

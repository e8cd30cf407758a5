// Holds the resource limits of this process against what the jail gives.
#include "grader/grading/machine_fit.h"

#include <stdio.h>
#include <sys/resource.h>

#include "grader/grading/compiler.h"

enum { OPEN_FILES = 64, STACK_MIB = 1 };

static const struct {
    int resource;
    double least, unit; // `unit`: of ulimit, in bytes or pieces
    const char *what, *command;
} needs[] = {
    {RLIMIT_AS, (double)COMPILER_MEMORY_GIB *(1 << 30), 1 << 10, "KiB of address space",
     "ulimit -v unlimited"},
    {RLIMIT_DATA, (double)COMPILER_MEMORY_GIB *(1 << 30), 1 << 10, "KiB of data", "ulimit -d unlimited"},
    {RLIMIT_FSIZE, (double)COMPILER_FILE_MIB *(1 << 20), 1 << 10, "KiB a file", "ulimit -f unlimited"},
    {RLIMIT_CPU, COMPILER_CPU_SECONDS + 1, 1, "seconds of processor time", "ulimit -t unlimited"},
    {RLIMIT_NOFILE, OPEN_FILES, 1, "open files", "ulimit -n 1024"},
    {RLIMIT_STACK, (double)STACK_MIB *(1 << 20), 1 << 10, "KiB of stack", "ulimit -s 8192"},
};

bool machine_fit(char *error, size_t error_size) {
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        struct rlimit limit;
        if (getrlimit(needs[i].resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
            (double)limit.rlim_cur >= needs[i].least)
            continue;
        snprintf(
            error, error_size,
            "This shell limits programs to %.0f %s, and a grading needs %.0f: nothing was graded. Type \"%s\" "
            "(where that is refused: in a new shell), and grade again.",
            (double)limit.rlim_cur / needs[i].unit, needs[i].what, needs[i].least / needs[i].unit,
            needs[i].command);
        return false;
    }
    return true;
}

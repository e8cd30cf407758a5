// One run of nvcc in the jail, with the command that make knows.
#ifndef WARPBOOK_COMPILER_H
#define WARPBOOK_COMPILER_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/grading/project.h"

// What make prints in the project's root: the compiler's path, the command without file and output, and options
// with which nearly all files compile faster and to the same code.
typedef struct {
    char text[16384];
    char toolkit[PATH_SIZE]; // the folder above the compiler's bin/
    const char *command, *faster;
} CompilerCommand;

// Make is asked once in a process. NULL with one sentence in `error`: make or the toolkit is missing.
const CompilerCommand *compiler_ask_make(const Project *project, char *error, size_t error_size);

typedef struct {
    const Project *project;
    const char *lab_folder; // "lab3_basic_stencil": its headers are seen
    const char *source;     // absolute; seen, and not written to
    const char *folder;     // absolute: written to, by this run alone
    const char *output;     // absolute, in `folder`
    bool with_tests;        // the headers in tests/ are seen too
    bool faster;            // with the options for that; what fails with them may compile without
    bool ptx;               // only the PTX of its device code is wanted
    bool plain;             // device code as it is written: no optimisation
    bool without_lines;     // the lines of its instructions are not needed: less to compile, and less to read
    double deadline;        // on clock_seconds(); the run has a limit of its own besides
} CompilerJob;

enum { COMPILER_MESSAGES = 64 << 10, COMPILER_SECONDS = 120, COMPILER_CPU_SECONDS = 60 };
enum { COMPILER_MEMORY_GIB = 4, COMPILER_FILE_MIB = 256 }; // of addresses; the largest file that it may write

typedef struct {
    bool in_time;
    double seconds; // how long it ran
    int status;     // as waitpid has it
    char *messages; // what it printed, as far as COMPILER_MESSAGES bytes; malloc'ed
    size_t size;
} CompilerRun;

// False with one sentence in `error`: it could not be started. `run` is to be freed in either case.
bool compiler_run(const CompilerJob *job, const CompilerCommand *command, CompilerRun *run, char *error,
                  size_t error_size);
void compiler_run_free(CompilerRun *run);

// How the job names a file: from the project's root, where the compiler runs and where no blanks are.
const char *compiler_name_of(const Project *project, const char *path);

#endif

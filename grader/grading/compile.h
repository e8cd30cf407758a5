// Compiles a submission for one grading: a copy of the file, alone in a folder of its own, under a safe name.
#ifndef WARPBOOK_COMPILE_H
#define WARPBOOK_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/grading/grading_folder.h"

enum { SUBMISSION_BYTES_MAX = 1 << 20 };

typedef struct {
    const Project *project;
    const char *lab_folder; // "lab3_basic_stencil"
    const char *origin;     // absolute path of the submitted file
    const char *shown;      // the same as the user has named it, printable
    bool quiet;             // what the compiler says is not shown
    bool refused; // set where the file is at fault and would compile nowhere; else it is this machine
    char *
        first_error; // of the compiler, printable, where it turns the file down; else NULL. compile_clean_up() frees it
    double deadline; // on clock_seconds()
    GradingFolder folder;
    char source[PATH_SIZE]; // the copy
    char output[PATH_SIZE]; // the shared object
} Compilation;

// Copies `origin` to `source`, without directives that give lines other numbers or files: places in a report, and lines whose
// instructions are counted, are where they say. A name that nvcc or a shell would trip over is changed. False with one sentence
// in `error`, as from all of these; `refused` tells whose fault it is.
bool compile_take_file(Compilation *c, char *error, size_t error_size);

// The same with text in place of a file.
bool compile_take_text(Compilation *c, const char *name, const char *text, char *error, size_t error_size);

// Compiles `source` to `output`. The compiler sees the copy, common/, the headers of the lab, and for the
// project's own test submissions tests/; no other file of the project, and nothing beside `origin`. Its
// messages go to standard error.
bool compile_submission(Compilation *c, char *error, size_t error_size);

// Compiles the device code of `source` alone to `output`, a PTX text. Nothing is shown. False where that cannot be had.
bool compile_device_code(Compilation *c);

// The same of a file where it lies, without optimising: then every statement is there, at its own line, in its own order.
bool compile_plain(Compilation *c, const char *source);

// The same of a text, without the lines of its instructions. What the compiler said is `*messages`, to be freed, where it is turned down; else NULL.
bool compile_plain_text(Compilation *c, const char *name, const char *text, char **messages,
                        size_t *messages_size);

// Removes the folder and all that is in it.
void compile_clean_up(Compilation *c);

#endif

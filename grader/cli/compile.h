// Compiles a submission's file for one grading, in the jail: a compiler that reads a hostile file is an
// attacker's tool.
#ifndef WARPBOOK_COMPILE_H
#define WARPBOOK_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/cli/project.h"

typedef struct {
    const Project *project;
    const char *lab_folder; // "lab3_basic_stencil"
    const char *source;     // absolute path of the .cu file
    const char *beside;     // the file whose headers it may include; NULL: its own
    const char *shown;      // the same as the user has named it
    bool quiet;             // what the compiler says is not shown
    char folder[PATH_SIZE]; // made for this compilation; the shared object is in it
    char output[PATH_SIZE]; // the shared object
    char made[PATH_SIZE];   // a source that stands in `folder`, see compile_prepare
} Compilation;

// Makes `folder` for a source file that is to be written there under this name, and lets `source` name it.
// False with one sentence in `error`.
bool compile_prepare(Compilation *c, const char *name, char *error, size_t error_size);

// Fills `folder`, unless compile_prepare has, and `output`. The compiler sees the file, the headers beside
// it, common/, the headers of the lab, and for the project's own test submissions tests/; of the rest of the
// project, nothing. Its messages go to standard error. Returns false with one sentence in `error`.
bool compile_submission(Compilation *c, char *error, size_t error_size);

// Removes the folder and all that is in it.
void compile_clean_up(const Compilation *c);

#endif

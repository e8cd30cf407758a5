// The secret of an installation: with it, and a seed, the inputs of a grading are made.
//
// A seed alone, which every report shows, does not repeat inputs elsewhere: a submission whose author knows the
// seed that a class will be graded with cannot compute what it will be given.
#ifndef WARPBOOK_SECRET_H
#define WARPBOOK_SECRET_H

#include <stdint.h>

#include "grader/grading/project.h"

enum { SECRET_BYTES = 16 };

typedef struct {
    uint8_t bytes[SECRET_BYTES];
    bool kept; // in a file, so that the next grading has the same; else it is of this one alone
} Secret;

// Reads the file `secret` in the project's root, or makes it at its first use; where the project cannot be
// written to, warpbook/secret in XDG_STATE_HOME (~/.local/state). False with one sentence in `error` where a
// file is there and is not a secret.
bool secret_load(Secret *secret, const Project *project, char *error, size_t error_size);

#endif

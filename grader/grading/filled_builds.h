// The files that come of filling in TODOs, compiled: no text twice, and no host code twice.
#ifndef WARPBOOK_FILLED_BUILDS_H
#define WARPBOOK_FILLED_BUILDS_H

#include "grader/grading/compile.h"

typedef struct {
    char *bare, *host;       // its text as bare_text and host_text have it; NULL: not known
    const char *library;     // a shared object with its host code; NULL: it does not compile
    const char *ptx;         // its device code where the library has another file's; else NULL
    Compilation compilation; // of what was compiled for it
} FilledBuild;

typedef struct {
    const Compilation *like; // project, lab, origin and deadline of all
    FilledBuild list[1 + 2 * SPEC_TODOS];
    int count;
} FilledBuilds;

// Adds a file that is compiled already, `bare` its bare text: its host code may serve others.
void filled_builds_add(FilledBuilds *builds, const char *bare, const char *library);

// Compiles a text, of which `bare` is the bare text, as far as none that is there serves for it; *built->library is NULL where
// it does not compile. NULL with one sentence in `error`: trouble of this machine.
const FilledBuild *filled_build(FilledBuilds *builds, const char *text, const char *bare, char *error,
                                size_t error_size);

void filled_builds_end(FilledBuilds *builds);

#endif

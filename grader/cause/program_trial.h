// Why a simple program is wrong: an interpreter tries which change of one word makes all its cases right.
#ifndef WARPBOOK_PROGRAM_TRIAL_H
#define WARPBOOK_PROGRAM_TRIAL_H

#include "grader/lab/case_data.h"
#include "grader/lab/reference.h"
#include "grader/verdict/cause.h"

enum { PROGRAM_CASES = 6 };

// A case and what became of it.
typedef struct {
    const CaseData *data;
    const LabEntry *lab;
    long wrong;          // wrong elements of the output
    double got;          // the first of them; NAN where nothing was written there, or it is not known
    bool outside, twice; // it ended with an access outside an array; with an element that two threads store
} ProgramCase;

// One of the cases is wrong. Fills in cause->route and the line and column of cause->place. False: it cannot be told, and
// `cause` is as it was. `suspected`: a line that is tried first; 0: none.
bool explain_by_program(Cause *cause, const ProgramCase *cases, int count, const char *path, const char *root,
                        int suspected);

#endif

// Other device code in place of a submission's, tried on some of its cases: with which of many texts do all come right?
#ifndef WARPBOOK_TRIALS_H
#define WARPBOOK_TRIALS_H

#include "grader/grading/run_cases.h"
#include "grader/verdict/verdict.h"

enum { TRIED_CASES = 6 };

// The cases of a failure that are tried, the first one with all texts: failing ones, then some that have passed.
typedef struct {
    const CaseResult *list[TRIED_CASES];
    int count, failing;
} TriedCases;

void choose_tried_cases(TriedCases *cases, const LabResult *result, const CaseResult *like);

typedef struct {
    const char *ptx_path; // the submission's own device code: a case that does not fail with it says nothing
    const char *ptx;      // its text
    size_t size;
    int count; // other texts
    // PTX number `which`, to be freed; NULL: there is none.
    char *(*text)(void *context, int which, size_t *size);
    void *context;
    bool *
        alive; // of each text: have all cases come right with it? Those that are false to begin with are left out.
} Trials;

// How many are tried at all depends on sizes alone, never on time: the same on every machine. False: nothing can be said.
bool run_trials(Trials *t, const RunPlan *plan, const LabResult *result, const TriedCases *cases);

#endif

// Other device code in place of a submission's, or other launches, tried on some of its cases: with which of many do all come right?
#ifndef WARPBOOK_TRIALS_H
#define WARPBOOK_TRIALS_H

#include "grader/contract/changed_launch.h"
#include "grader/grading/run_cases.h"
#include "grader/verdict/verdict.h"

enum { TRIED_CASES = 6, TRIED_CELLS = 40 * 40 * 40 };

// The cases of a failure that are tried, the first one with all texts: failing ones, then some that have passed.
typedef struct {
    const CaseResult *list[TRIED_CASES];
    int count, failing;
} TriedCases;

// Of `most_cells` cells at most; count is 0 where no failing one is so small.
void choose_tried_cases(TriedCases *cases, const LabResult *result, const CaseResult *like,
                        size_t most_cells);

// The smallest one that has passed, too: what is right in large grids alone is not what belongs there.
void include_smallest_passed(TriedCases *cases, const LabResult *result, const CaseResult *like);

// The case that is shown among the failing ones, whatever its size: what is said about it has to make it right.
void include_shown_case(TriedCases *cases, const LabResult *result, const CaseResult *shown);

// One case of more cells, up to `most_cells`, in place of these: as large as can be. False: there is none.
bool choose_larger_case(TriedCases *cases, const LabResult *result, const CaseResult *like,
                        size_t most_cells);

typedef struct {
    const char *
        ptx_path; // NULL where launches are tried; the submission's own device code: a case that does not fail with it says nothing
    const char *ptx; // its text
    size_t size;
    int count; // other texts
    // PTX number `which`, to be freed; NULL: there is none.
    char *(*text)(void *context, int which, size_t *size);
    // In place of texts: the launches of the submission's own code, changed, as they are for a case. NULL: texts are tried.
    ChangedLaunch (*launch)(void *context, int which, const CaseResult *c);
    void *context;
    bool *
        alive; // of each text: have all cases come right with it? Those that are false to begin with are left out.
    TriedWork *work; // of each text: of all its cases, added to what is there; NULL: not wanted
} Trials;

// How many are tried at all depends on sizes alone, never on time: the same on every machine. False: nothing can be said.
bool run_trials(Trials *t, const RunPlan *plan, const LabResult *result, const TriedCases *cases);

// Of one text, or one change, with which all cases have come right: do blocks store again what others have stored? So each may compute
// all that others leave out, and hide the mistake.
bool stores_over_again(const LabResult *result, const TriedCases *cases, const TriedWork *work);

#endif

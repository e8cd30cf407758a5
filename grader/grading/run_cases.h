// Runs every case that a lab asks for.
#ifndef WARPBOOK_RUN_CASES_H
#define WARPBOOK_RUN_CASES_H

#include "grader/grading/project.h"
#include "grader/lab/reference.h"
#include "grader/session/session.h"
#include "grader/verdict/verdict.h"

typedef struct {
    SessionSetup session;
    const LabLibrary *library;
    bool use_gpu;  // results are asked of the GPU too, see run_cases.c
    bool compare;  // of both for every case
    bool may_wait; // large cases of what has failed are put off (put_off.h)
    bool
        filled; // a filled file, of which points and the kind of failure are kept: no patterns are looked for
    bool timed; // a whole lab: what it has timed is measured where use_gpu is set, too
    const char *lab_build;     // build/LAB, where the lab's own .cu files are built
    uint64_t seed;             // as it is shown
    bool seed_repeats;         // with the same one the same data is made here another time
    uint64_t data_seed;        // what data is made from: the seed and a secret (secret.h)
    double deadline;           // on clock_seconds(): nothing is begun after it; see plan_deadline
    const char *compiled_name; // what __FILE__ is in a copy of the file that is graded; NULL: it is no copy
    bool show_progress;        // on standard error, where that is a terminal
} RunPlan;

// When the grading has to end, on clock_seconds(): `deadline`, and what was waited for the GPU.
double plan_deadline(const RunPlan *plan);
bool plan_is_over(const RunPlan *plan);

// Runs and judges the cases of a planned result (see plan_cases), then scores it. False with one sentence in
// `error` when something of this machine is in the way: then nothing has been graded.
bool run_cases(const RunPlan *plan, LabResult *result, char *error, size_t error_size);

// Runs and judges one case that was put off.
bool run_case(const RunPlan *plan, LabResult *result, int index, char *error, size_t error_size);

// Measures one time of the spec (t->index) alone, of a file that is known to be right; `plan` must use the
// GPU.
void time_solution(const RunPlan *plan, LabResult *result, TimedResult *t);

#endif

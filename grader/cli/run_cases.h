// Runs every case that a lab asks for.
#ifndef WARPBOOK_RUN_CASES_H
#define WARPBOOK_RUN_CASES_H

#include "grader/cli/project.h"
#include "grader/lab/reference.h"
#include "grader/session/session.h"
#include "grader/verdict/verdict.h"

typedef struct {
    SessionSetup session;
    const LabLibrary *library;
    bool use_gpu;          // results are asked of the GPU too, see run_cases.c
    bool compare;          // of both for every case
    bool timed;            // a whole lab: what it has timed is measured where use_gpu is set, too
    const char *lab_build; // build/LAB, where the lab's own .cu files are built
    uint64_t seed;
    bool show_progress; // on standard error, where that is a terminal
} RunPlan;

// Runs and judges the cases of a planned result (see plan_cases), then scores it. False with one sentence in
// `error` when something of this machine is in the way: then nothing has been graded.
bool run_cases(const RunPlan *plan, LabResult *result, char *error, size_t error_size);

// Measures one time of the spec (t->index) alone, of a file that is known to be right; `plan` must use the GPU.
void time_solution(const RunPlan *plan, LabResult *result, TimedResult *t);

#endif

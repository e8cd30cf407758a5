// The programs and libraries that a lab's cases are run with, as make builds them.
#ifndef WARPBOOK_PARTS_H
#define WARPBOOK_PARTS_H

#include "grader/cli/options.h"
#include "grader/cli/project.h"
#include "grader/cli/run_cases.h"

typedef struct {
    char device[PATH_SIZE], student[PATH_SIZE], libraries[PATH_SIZE];
    char call[PATH_SIZE], reference[PATH_SIZE]; // the lab's
    char lab_build[PATH_SIZE];                  // build/LAB
} Parts;

// Finds them. False with one sentence in `error` where one is not built.
bool parts_find(Parts *parts, const Project *project, const LabSpec *spec, char *error, size_t error_size);

// How to run cases of `submission` with them. `parts` and the rest must outlive the plan.
RunPlan parts_plan(const Parts *parts, const Options *options, const LabLibrary *library,
                   const char *submission);

#endif

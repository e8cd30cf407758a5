// The programs and libraries that a lab's cases are run with, as make builds them.
#ifndef WARPBOOK_PARTS_H
#define WARPBOOK_PARTS_H

#include "grader/grading/choices.h"
#include "grader/grading/project.h"
#include "grader/grading/run_cases.h"
#include "grader/grading/secret.h"

typedef struct {
    char device[PATH_SIZE], student[PATH_SIZE], libraries[PATH_SIZE];
    char call[PATH_SIZE], reference[PATH_SIZE]; // the lab's
    char lab_build[PATH_SIZE];                  // build/LAB
    Secret secret;
} Parts;

// Finds them, and the secret. False with one sentence in `error` where one is not built.
bool parts_find(Parts *parts, const Project *project, const LabSpec *spec, char *error, size_t error_size);

// Has make build what of them, and of the submission (NULL: none is needed), is missing; says so on standard error, as make does what goes
// wrong. What one file's mistake keeps from being built is left out: parts_find says what is missing then.
void parts_build(Parts *parts, const Project *project, const LabSpec *spec, const char *submission,
                 bool solution);

// When a grading that begins now has to have ended, on clock_seconds(). One for all of it: compilers, cases, and
// TODOs among finished ones.
double grading_deadline(void);

// How to run cases of `submission` with them. `parts` and the rest must outlive the plan.
RunPlan parts_plan(const Parts *parts, const RunChoices *choices, const LabLibrary *library,
                   const char *submission);

#endif

// What is remembered between runs, beside the build: the last score of a lab, and the hints that were shown.
#ifndef WARPBOOK_PROGRESS_H
#define WARPBOOK_PROGRESS_H

#include <stdbool.h>

#include "grader/cli/project.h"
#include "grader/verdict/verdict.h"

typedef struct {
    bool graded;
    double score, max_score;
    bool done[SPEC_TODOS]; // the TODO had full points
    int hints_seen[SPEC_TODOS];
} Progress;

// Reads what is remembered of a lab; nothing remembered is not an error.
void progress_load(Progress *progress, const Project *project, const LabSpec *spec);

// Writes it back. A failure is silent: nothing that is graded depends on it.
void progress_save(const Progress *progress, const Project *project, const LabSpec *spec);

// Takes over the score of a run.
void progress_take_result(Progress *progress, const LabResult *result);

#endif

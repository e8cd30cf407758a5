// What is remembered between runs, in progress.txt in the project's folder: scores, and the hints that were
// shown.
//
// Plain text, one fact a line, for people to read and to edit:
//
//     lab3 score 40 of 100                  of the last grading
//     lab3 best 60 of 100                   of all gradings
//     lab3 graded 2026-01-31T12:00:00Z      when that was
//     lab3 file stencil.cu 85944171f73967e8 the content that was graded
//     lab3 todo 3.1 done                    it had all its points
//     lab3 todo 3.2 hints 2                 so many of its hints were shown
//
// Every other line is left as it is.
#ifndef WARPBOOK_PROGRESS_H
#define WARPBOOK_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/grading/project.h"
#include "grader/verdict/verdict.h"

enum { PROGRESS_FILES = 2 }; // the .cu file and answers.txt

typedef struct {
    bool graded;
    double score, max_score; // of the last grading
    double best, best_max;
    char when[32];                  // of the last grading, in UTC: text order is order of time
    uint64_t files[PROGRESS_FILES]; // fingerprints of what was graded; 0: was not there
    bool done[SPEC_TODOS];          // the TODO had full points
    int hints_seen[SPEC_TODOS];
    bool just_graded; // progress_take_result was called
} Progress;

// Reads what is remembered of a lab; nothing remembered is not an error.
void progress_load(Progress *progress, const Project *project, const LabSpec *spec);

// Writes it back. A failure is said on standard error and is no more than that: nothing that is graded
// depends on it.
void progress_save(const Progress *progress, const Project *project, const LabSpec *spec);

// Takes over the score of a run.
void progress_take_result(Progress *progress, const LabResult *result);

// Names the files that are no longer what was graded: "stencil.cu", "stencil.cu, answers.txt", "" for none.
void progress_changed_files(const Progress *progress, const Project *project, const LabSpec *spec,
                            char *names, size_t size);

#endif

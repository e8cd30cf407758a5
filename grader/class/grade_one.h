// Grades one submission: a run of ./grade of its own, whose answer goes to a file.
#ifndef WARPBOOK_CLASS_GRADE_ONE_H
#define WARPBOOK_CLASS_GRADE_ONE_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/grading/project.h"

// How this class is graded. A worker on another machine reads it from a file (see plan_file.h).
typedef struct {
    Project project;
    char out[PATH_SIZE / 2];  // absolute path of --out
    char work[PATH_SIZE / 2]; // where each grading makes a folder of its own
    char lab_folder[256];     // "lab3_basic_stencil"
    char lab[64];
    char source[64]; // the name of the lab's file
    char device[8];  // "sim" or "gpu"
    char gpu[64];    // "" for the default
    char secret[65]; // checksum of the installation's, as secret_version has it
    int64_t seed, condition;
    int threads;      // of the simulator for one grading
    int seconds_most; // for one grading; then it is killed, and not graded
} GradePlan;

// Grades OUT/files/HASH.cu and writes what came of it to a new file of OUT/results, whole or not at all. True
// where ./grade has said something about the submission; false where this machine was in the way.
bool grade_one(const GradePlan *plan, const char *hash);

// Grades a file that is known to be right, if `solutions/` is here, else one that is known to be graded. False
// with a sentence in `error` where this machine does not give it what it is worth.
bool grade_known(const GradePlan *plan, char *error, size_t error_size);

#endif

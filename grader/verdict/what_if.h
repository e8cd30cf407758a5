// What a file's kernels would take if something were different: another GPU, another block, fewer registers, faster memory.
// All of it modelled, nothing measured.
#ifndef WARPBOOK_WHAT_IF_H
#define WARPBOOK_WHAT_IF_H

#include "grader/session/modelled.h"
#include "grader/verdict/verdict.h"

enum { WHAT_IF_CASES = 12, WHAT_IF_GPUS = 24, WHAT_IF_CHANGES = 16, WHAT_IF_BLOCKS = 8 };

// One row of a table.
typedef struct {
    char what[100]; // "blocks of 64 x 4", "32 registers a thread in place of 40"; of GPUs: "a100"
    Supposition supposed;
    ModelledCase model;
    bool wrong;        // with such blocks the file's result is not right
    char why_not[400]; // where it was not modelled
} WhatIfRow;

// One case of the lab: as it is, then on each GPU, then with each change.
typedef struct {
    CaseKey key;
    ModelledCase model;
    WhatIfRow gpus[WHAT_IF_GPUS], changes[WHAT_IF_CHANGES];
    int gpu_count, change_count;
} WhatIfCase;

typedef struct {
    unsigned blocks[WHAT_IF_BLOCKS][3]; // to try; none: those that suit the launch
    int block_count;
    const char *source;  // the file, as shown
    const char *command; // that graded it: what to type to know whether it is right
    char gpus[WHAT_IF_GPUS][32];
    int gpu_count;
    WhatIfCase cases[WHAT_IF_CASES];
    int count;
    bool show_progress;
} WhatIf;

#endif

// What one block makes of a change, before a whole grid is run with it: most changes spoil that block, or mend nothing there.
#ifndef WARPBOOK_BLOCK_TRIALS_H
#define WARPBOOK_BLOCK_TRIALS_H

#include <stdbool.h>

#include "grader/lab/reference.h"
#include "grader/session/session.h"

enum { TRIED_BLOCKS = 3 };

// A block by itself, with the submission's own code: its place, and how many points it leaves right and wrong.
typedef struct {
    long place[3];
    size_t right, wrong;
    bool fills; // it stores the point that was missing, and right
} BlockOutcome;

typedef struct {
    BlockOutcome list[TRIED_BLOCKS];
    int count;
    long grid[3];
    size_t missing; // 1 + a point that no block stored, and that the list is chosen for; 0: none
} TriedBlocks;

// What a try needs; `budget` and *cost in thread-instructions.
typedef struct {
    struct Session *session;
    const CaseData *data;
    const LabEntry *lab;
    uint64_t budget;
    double *cost;
} BlockTrying;

// Blocks of a grid of that size that show what is wrong with the code: which store something wrong, or where something is missing. count is
// 0 where none does, or where the grid is too small, or too large, for that.
void choose_tried_blocks(TriedBlocks *blocks, const BlockTrying *t, const long grid[3], const char *ptx,
                         size_t size);

// Does the other code make one of them better, and none worse?
bool blocks_come_better(const TriedBlocks *blocks, const BlockTrying *t, const char *ptx, size_t size);

#endif

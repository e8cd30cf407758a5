// The control flow of a function: basic blocks, where lanes meet again, dominators, cycles.
#ifndef WARPBOOK_FLOW_H
#define WARPBOOK_FLOW_H

#include "grader/warpsim/core/program.h"

typedef struct {
    u32 count;
    BasicBlock *blocks;
    u32 *block_of;  // block of each PTX instruction
    s32 *dominator; // immediate dominator, -1 for the entry and for unreachable blocks
    bool *ignored;  // branches whose side that leaves the kernel is not waited for
    bool *in_cycle; // the block can reach itself
    u32 *depth;     // in the dominator tree
} Flow;

// Cuts the code into blocks and analyses them. The blocks' targets are block indices. Returns false when out
// of memory.
bool flow_analyse(Flow *flow, const PtxFunction *f);
void flow_free(Flow *flow); // frees all but `blocks` and their `targets`, which go to the Function

// Every path from the entry to block b passes through block a.
bool flow_dominates(const Flow *flow, u32 a, u32 b);

// How a PTX instruction ends a block; END_FALL when it does not.
BlockEnd flow_end_of(const PtxInstruction *in);

#endif

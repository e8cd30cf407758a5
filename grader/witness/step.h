// Inside the witness: one instruction of a warp, before it is carried out.
#ifndef WARPBOOK_WITNESS_STEP_H
#define WARPBOOK_WITNESS_STEP_H

#include "grader/witness/parts.h"

// Everything about the step that is being taken.
typedef struct {
    Witness *t;
    Warp *w;
    const Op *op;
    const PtxInstruction *in;
    Plan *plan;
    BlockHistory *block; // NULL: none of its warps has
    WarpHistory *history;
    Frame *frame; // NULL: the warp has no histories
    u32 site, mask;
    u32 first_thread; // number of the warp's lane 0
} Step;

// step.c
Node *new_node(const Step *s, NodeKind kind, u32 lane, u32 *number);
u8 depends_of(const Step *s, u32 node);
u32 pair(const Step *s, u32 lane, u32 low, u32 high); // of 64 bits

// The history of a source in a lane; `which` is its place in the plan.
u32 source_node(const Step *s, const PtxOperand *o, u32 which, u32 lane);
void give(const Step *s, const PtxOperand *o, u32 lane, u32 node); // to a result
void step_branch(const Step *s);

// step_memory.c
void step_load(const Step *s);
void step_param_load(const Step *s);
void step_store(const Step *s);
void step_atomic(const Step *s);
void step_copy(const Step *s);
void step_unseen(const Step *s); // of a block that is not sampled
void step_bare(const Step *s);   // of a warp without histories: who stores, and how much is loaded

#endif

// Where the ways of a branch meet again, whatever way a thread takes: the first place that all of them pass.
//
// The simulator lets lanes meet earlier, since it does not wait for those that leave (warpsim/core/flow.c). What decides
// that a thread came to a place is another question: a way that leaves does not come there.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

typedef struct {
    const Function *f;
    bool *seen;
    s32 *open;
    u32 opened;
} Walk;

static void visit(Walk *w, s32 block) {
    if (block < 0 || (u32)block >= w->f->block_count || w->seen[block]) return;
    w->seen[block] = true;
    w->open[w->opened++] = block;
}

// Visits what comes after a block. True where the function may end there.
static bool follow(Walk *w, const BasicBlock *b) {
    switch (b->end) {
    case END_JUMP: visit(w, b->target); return b->target < 0;
    case END_BRANCH: visit(w, b->target), visit(w, b->next); return b->target < 0 || b->next < 0;
    case END_TABLE:
        for (u32 i = 0; i < b->target_count; i++) visit(w, b->targets[i]);
        return false;
    case END_RETURN:
    case END_EXIT:
    case END_TRAP:
        if (b->end_guarded) visit(w, b->next);
        return true;
    default: visit(w, b->next); return b->next < 0;
    }
}

// Can a thread come from a block to the end without passing a block of `closed`? The blocks of `closed` that it comes to
// are marked in w->seen.
static bool comes_to_end(Walk *w, u32 from, const bool *closed) {
    memset(w->seen, 0, w->f->block_count * sizeof *w->seen);
    w->opened = 0;
    bool ends = follow(w, &w->f->blocks[from]);
    for (u32 i = 0; i < w->opened; i++)
        if (!closed[w->open[i]]) ends |= follow(w, &w->f->blocks[w->open[i]]);
    return ends;
}

static u32 find_meeting(const Function *f, u32 block) {
    const u32 count = f->block_count;
    Walk w = {.f = f, .seen = calloc(count, sizeof *w.seen), .open = calloc(count, sizeof *w.open)};
    bool *closed = calloc(count, sizeof *closed), *all = calloc(count, sizeof *all);
    u32 found = UINT32_MAX;
    if (w.seen && w.open && closed && all) {
        for (u32 m = 0; m < count; m++) {
            closed[m] = true;
            all[m] = !comes_to_end(&w, block, closed);
            closed[m] = false;
        }
        comes_to_end(&w, block, all);
        for (u32 m = 0; m < count; m++)
            if (all[m] && w.seen[m] && m != block) found = f->blocks[m].first_instruction;
    }
    free(w.seen), free(w.open), free(closed), free(all);
    return found;
}

u32 meeting_place(const Witness *t, const Function *f, u32 branch) {
    WatchedFunction *w = watched_function((Witness *)t, f);
    if (!w) return UINT32_MAX;
    Plan *p = &w->plan[branch];
    for (u32 i = 0; i < f->block_count && !p->meets_known; i++)
        if (f->blocks[i].end_instruction == branch && f->blocks[i].end == END_BRANCH) {
            p->meets = find_meeting(f, i);
            p->meets_known = true;
        }
    return p->meets_known ? p->meets : UINT32_MAX;
}

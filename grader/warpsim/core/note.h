// Notes a finding at an instruction of a running warp.
#ifndef WARPBOOK_NOTE_H
#define WARPBOOK_NOTE_H

#include "grader/warpsim/core/warp.h"

// The entry to fill in, or NULL when this place was noted before (it was counted) or the block has stopped.
Finding *note_lane(Warp *w, const Op *op, Check check, u32 lane);
Finding *note_at(Warp *w, u32 instruction, Check check, u32 lane);

// Likewise: a barrier that opens there although threads of the block have left the kernel. That is allowed, and no finding.
Finding *note_departure(Warp *w, u32 instruction, u32 lane);

// "(1,1,0)": the thread of the block with this linear number, as its code knows it.
typedef struct {
    char text[40];
} ThreadWords;
ThreadWords thread_words(const Warp *w, u32 thread);

// What a noun takes behind this number.
static inline const char *plural(u64 count) {
    return count == 1 ? "" : "s";
}

// What the finding says of an access: FOUND_... bits, and the bytes of an element.
static inline void note_access(Finding *f, u32 facts, u32 element, bool write) {
    f->facts |= facts | (write ? FOUND_WRITES : 0);
    f->bytes = element;
}

// The first of these lanes, where the block has it, is the thread that does not come.
void note_absent(Finding *f, const Warp *w, u32 lanes);

// Ends the running block and every later one: the kernel has failed. Earlier blocks still run to their end,
// so that the first failure in the order of blocks is the one that is reported.
void stop_block(Warp *w);

// Notes that this machine has no memory left for what the warp does, and ends the kernel.
void stop_without_memory(Warp *w);

// At the instruction that ends block b.
void note_trap(Warp *w, const BasicBlock *b, u32 lane);

#endif

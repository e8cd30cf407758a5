// What the checks found: one entry a check and a source place, with the first occurrence in full.
//
// "First" means: in the block with the smallest index, there in the order of execution. Workers keep lists of
// their own; merging takes the first occurrence, so the result does not depend on how blocks were spread.
#ifndef WARPBOOK_FINDINGS_H
#define WARPBOOK_FINDINGS_H

#include "grader/simulator/lanes.h"

typedef enum {
    CHECK_RACE,
    CHECK_OUT_OF_BOUNDS,
    CHECK_UNINITIALISED,
    CHECK_BARRIER,
    CHECK_MISALIGNED,
    CHECK_TIMEOUT,
    CHECK_TRAP,
    CHECK_MEMORY,
    CHECK_ASSERT,
    CHECK_NOT_SIMULATED,
    CHECK_LAUNCH, // a call of the CUDA runtime in a kernel fails, a launch above all
    CHECK_COUNT,
} Check;

// The contract's name of a check: "out-of-bounds".
const char *check_name(Check check);

typedef struct {
    Check check;
    bool fatal; // the kernel was stopped there
    u64 count;  // occurrences
    const struct Function *kernel, *function;
    u32 instruction;       // of `function`
    u64 launch;            // number of the launch
    u32 grid[3], shape[3]; // of it: blocks; threads of a block
    u64 block;             // linear block index
    u32 thread;            // linear thread index in the block
    bool has_other;        // the other party, for races and barriers
    const struct Function *other_function;
    u32 other_instruction;
    bool other_has_thread;
    u64 other_block;
    u32 other_thread;
    char other_what[64]; // "wrote it", "read it", "left the kernel"
    char message[400];
    char next[240];
    u64 caller[6]; // the host call that allocated the memory in question, 0: none
} Finding;

typedef struct {
    Finding *list;
    int count, room;
} Findings;

// Adds the occurrence, or counts it when the same check was found at this place before. Returns the new entry
// to be filled in (check, place and count are set), or NULL when it only counted or memory ran out.
Finding *findings_note(Findings *f, Check check, const struct Function *function, u32 instruction, u64 launch,
                       u64 block, u32 thread);

// Moves everything from `from` into `into`: first occurrences win, counts add up. Findings in blocks after
// `last_block` are dropped: the launch had stopped by then.
void findings_merge(Findings *into, Findings *from, u64 last_block);

void findings_clear(Findings *f);

#endif

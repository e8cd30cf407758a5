// Definedness: which bits of a warp's registers come from memory that was never written.
//
// Reading such memory does no harm. It matters when the value decides something: which way a branch goes, which
// address is used, what leaves the device. So a warp that reads unwritten memory is tracked from there on, until
// its block ends: beside each register stands which of its bits are undefined, and where they were read, and each
// instruction hands that on to its results (as Valgrind's memcheck and MemorySanitizer do). Stored, an undefined
// value leaves its memory unwritten, so whoever reads it there is tracked in turn. Warps that read nothing
// unwritten cost nothing.
//
// What is stored to global memory is noted, too, and becomes a finding only when it leaves the device: in a copy
// to the host, or in a buffer of the grader's.
#ifndef WARPBOOK_DEFINEDNESS_H
#define WARPBOOK_DEFINEDNESS_H

#include "grader/warpsim/core/undefined_words.h"
#include "grader/warpsim/core/warp.h"

// One lane of a register.
typedef struct {
    u64 bits; // the undefined ones
    Origin from;
} UndefinedValue;

enum { ROW_BYTES = 64 }; // of a register frame; a register has 1, 2 or 4 rows and is known by its first

// A memory operation, before it is carried out and after.
typedef struct {
    u32 undefined; // lanes that store an undefined value, or leave one in place
    u64 address[LANES];
    u64 bits[LANES][4]; // undefined ones of each element
    Origin from[LANES];
} PendingStore;

// What is known of a warp. Rows are counted from the frame of the kernel.
typedef struct Definedness {
    u32 rows;              // that there is room for
    u32 *lanes;            // of each row: those with undefined bits
    UndefinedValue *value; // of each row: LANES values, of which those of `lanes` mean something
    u32 carry;             // lanes whose carry flag is undefined
    Origin carry_from;
    const Op *resume;   // tracking began at the operation before this one
    u32 mask;           // with these lanes
    PendingStore store; // of that operation
    u32 *kept;          // the mask that the end of the instruction's guard gives back
    u32 kept_mask;
} Definedness;

typedef enum { USE_BRANCH, USE_ADDRESS, USE_OUTSIDE, USE_STORED } Use;

// The warp is about to load unwritten memory: it is tracked from the operation behind this one on. The rest of
// the block's operations then run without lanes, and again by definedness_run().
void definedness_begin(Warp *w, const Op *op);

// Runs operations of a block, in which tracking may have begun just now: then `op` is where it did.
void definedness_run(Warp *w, const Op *op, const Op *end);
const Op *definedness_resume(Warp *w);

// Before a tracked warp goes where the end of a block says; before and after it calls a function.
void definedness_end(Warp *w, const BasicBlock *b);
void definedness_enter(Warp *w, u32 frame_offset, u32 frame_bytes);
void definedness_copy_rows(Warp *w, u32 to, u32 from, u32 rows,
                           u32 mask); // byte offsets from the first frame

void definedness_free(Warp *w);

// Bytes that were copied from global to shared memory: those of the mask had not been written.
void definedness_copied(Warp *w, const Op *op, u32 lane, u64 from, u64 to, u32 unwritten);

// A printf() prints these bytes.
void definedness_print(Warp *w, u32 instruction, u32 lane, u64 address, u32 size);

// --- For its own files

// The row of a register, or of parameter memory at an offset of the running function's frame.
u32 definedness_row(const Warp *w, u32 frame_offset);
static inline UndefinedValue *value_at(const Definedness *d, u32 row, u32 lane) {
    return &d->value[(u64)row * LANES + lane];
}

// The row of a register of the running function; false: it holds nothing that could be undefined.
bool register_row(const Warp *w, int reg, u32 *row);

// Results of an instruction on their way to their rows.
enum { MAX_STAGED = 16 };
typedef struct {
    u32 count;
    struct {
        u32 row, lanes, undefined; // lanes that are written; of them, those with undefined bits
        UndefinedValue value[LANES];
    } result[MAX_STAGED];
} Staged;

void staged_commit(Definedness *d, const Staged *s);

// definedness_step.c: what the instruction's results are made of. Loads, stores and atomics: the next one.
void definedness_stage(Warp *w, const PtxInstruction *in, u32 instruction, Staged *staged);

// definedness_memory.c
void definedness_before_access(Warp *w, const Op *op, PendingStore *store);
void definedness_after_access(Warp *w, const Op *op, const PendingStore *store);

// definedness_findings.c: the undefined value is used by the instruction in that lane.
void note_use(Warp *w, Use use, u32 instruction, u32 lane, const Origin *from);

#endif

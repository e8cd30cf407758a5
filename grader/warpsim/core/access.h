// A warp's loads and stores: addresses to runs, checks, sectors and bank conflicts, and the data itself.
//
// A *run* is a stretch of lanes whose elements follow each other in memory. Checks, race records and sectors
// are done a run at a time: one for a warp that reads neighbouring floats, up to 32 for scattered addresses.
#ifndef WARPBOOK_ACCESS_H
#define WARPBOOK_ACCESS_H

#include "grader/warpsim/core/isa.h"
#include "grader/warpsim/core/program.h"
#include "grader/warpsim/core/warp.h"

typedef struct {
    u32 first, count; // lanes
    u32 again;        // another lane that reads the same element, or `first`
    u32 bytes;        // of the whole run
    u64 address;      // of the first lane's element
    const u8 *value;  // what a store is about to write there; NULL for loads and atomics
} Run;

// Lane whose element contains the byte at that offset from the run's start.
static inline u32 run_lane(const Run *run, u32 element, u64 offset) {
    return run->first + (u32)(offset >> __builtin_ctz(element));
}

// Is the access atomic for the threads of its own block alone, by its scope (.cta)?
static inline bool has_block_scope(const Warp *w, const Op *op) {
    return w->worker->launch->program->sites[op->site].block_scope;
}

enum { MAX_ACCESS_BYTES = 16 }; // most that one lane loads or stores at once

// Flags of a memory operation (Op.flags).
enum {
    ACCESS_SIGNED = 1,     // narrow loads extend the sign
    ACCESS_ATOMIC = 2,     // volatile, relaxed, acquire or release: does not race with its like
    ACCESS_WIDE = 4,       // the register is 64 bits wide
    ACCESS_LOOK = 16,      // an integer that is only compared: see tentative.c
    ACCESS_CARRIED = 32,   // only carried back to where it was: see carried.c
    ACCESS_READ_ONLY = 64, // a load through the read-only data cache: see read_only.h
    ACCESS_UPDATE = 8,     // an atomic operation: reads and writes at once
};

// access_check.c: everything about a run in global or shared memory but the data. `op->site` is counted by
// the caller. Returns where the bytes are, or NULL after it has noted a finding that ends the kernel.
u8 *check_global_run(Warp *w, const Op *op, const Run *run, u32 element, bool write);
u8 *check_shared_run(Warp *w, const Op *op, const Run *run, u32 element, bool write);

// A store into an input, or an atomic operation that changes one.
void note_input_written(Warp *w, const Op *op, const Run *run, const Allocation *a);

// race_check.c: judges every word of a run that lies inside of its memory. True: with several workers, it has written the
// run's value, too, while it held the records' locks. Whoever writes it again might undo what another worker has
// stored since.
bool judge_global(Warp *w, const Op *op, const Run *run, u32 element, bool write);
// Stores of single lanes that lie apart: carries out those that are simply right, element i of `data` for lane i, and returns
// the mask of those that need check_global_run(). None is carried out after one that does.
u32 scatter(Warp *w, const Op *op, const u64 *address, u32 mask, u32 element, const u8 *data);
// Locks of pages of records, by an offset in the arena; where several workers run. The page ends before
// race_page_end().
void race_lock_page(u64 at);
void race_unlock_page(u64 at);
u64 race_page_end(u64 at);

// The commonest atomic operations, on words of shared memory that hold something and that only atomic operations have used
// since the last barrier: judges them all. False: they need a closer look, and nothing has happened.
bool judge_shared_atomics(Warp *w, const Op *op, const u64 *address, u32 mask);
void judge_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write);

// Reads or writes through local memory or parameter rows: `rows` holds bytes 4r..4r+3 of all lanes in row r.
// `written` has one word of lane bits a byte, or is NULL where not wanted.
void access_rows(Warp *w, const Op *op, u8 *rows, u32 *written, u64 size, const u64 *address, u32 mask,
                 bool write);

// Notes a read past the kernel's parameters, or a write to them; ends the kernel.
void note_bad_param(Warp *w, const Op *op, u32 lane, bool write, u64 offset, u64 size);

// Adds the sectors of the different pieces of 2^shift bytes under the runs to what the site has counted, and
// those that the same bytes side by side would do without.
void add_sectors(SiteState *site, const Run *runs, u32 count, u32 shift);

// Cycles of shared memory beyond the first that the lanes of the mask need (see the file for the model).
u32 count_bank_conflicts(const u64 *address, u32 mask, u32 element);

// The register (or immediate) that holds element i of a vector access.
static inline Operand element_operand(const Op *op, u32 i) {
    return i == 0 ? op->d : op->more[i - 1];
}

void load_32_portable(Warp *w, const Op *op);
void load_64_portable(Warp *w, const Op *op);
void load_any_portable(Warp *w, const Op *op);
void store_any_portable(Warp *w, const Op *op);
void load_32_avx2(Warp *w, const Op *op);
void load_64_avx2(Warp *w, const Op *op);
void load_any_avx2(Warp *w, const Op *op);
void store_any_avx2(Warp *w, const Op *op);
void load_32_avx512(Warp *w, const Op *op);
void load_64_avx512(Warp *w, const Op *op);
void load_any_avx512(Warp *w, const Op *op);
void store_any_avx512(Warp *w, const Op *op);

// The fast test of a global run: inside the allocation that this instruction touched last, nothing to judge.
static inline u8 *global_run(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    SiteState *site = &w->worker->sites[op->site];
    const Allocation *a = site->last;
    const u64 offset = run->address - a->base;
    if (__builtin_expect(!write && offset < a->size && run->bytes <= a->size - offset && a->initialised &&
                             !a->tracked && (run->address & (element - 1)) == 0,
                         1))
        return arena_at(w->worker->launch->arena, run->address);
    return check_global_run(w, op, run, element, write);
}

// misaligned.c, access_check.c: findings about an access that families check themselves.
u8 *note_misaligned(Warp *w, const Op *op, const Run *run, u32 element, bool write,
                    u32 memory); // FOUND_GLOBAL, FOUND_SHARED, FOUND_LOCAL
void note_unwritten(Warp *w, const Op *op, PtxSpace space, u32 lane, u32 element, u64 byte,
                    const char *memory, const u64 *caller);
bool judges_unwritten(const Warp *w, const Op *op); // is what the access reads looked at for that?
u32 judged_bytes(const Op *op, u32 element);        // in pieces of so many bytes

#endif

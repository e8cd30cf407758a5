// What the warps of chosen blocks of a launch did, in order: the model of time (grader/model) is fed with it.
//
// The blocks from `first` up to `end` are looked at; every `stride`th of them, from `first` + `phase` on, in detail.
// Blocks from `lines_end` on are there for their detail only.
// Detail is a list of words for each warp: which basic blocks it entered, and what each of its memory instructions
// asked for. Of the others only the lines of global memory are noted that they touched, and of these a sample.
#ifndef WARPBOOK_TRACE_H
#define WARPBOOK_TRACE_H

#include "grader/warpsim/core/program.h"

struct ThreadBlock;

// An entry begins with a word whose top two bits are its kind.
enum { TRACE_ENTERED = 0, TRACE_ACCESS = 1 };
// TRACE_ENTERED: bits 0-23 the basic block (Function.first_block_id + index), bits 24-29 its active lanes less one.
// TRACE_ACCESS: bits 0-23 the site (Program.sites). The next word: bits 0-7 how many words follow, bits 8-15 bytes of
// a lane's element, bits 20-25 the lanes, bits 26-31 the passes in which L1 serves them, bits 16-19 what was accessed:
enum {
    TRACE_GLOBAL,        // the words: numbers of the sectors, none twice
    TRACE_LOCAL,         // the same, at addresses beyond all others
    TRACE_SHARED,        // the mask of the lanes, then the byte address of each of them
    TRACE_GLOBAL_ATOMIC, // sectors, and as the last word the lanes at the word that most of them meet at
    TRACE_SHARED_ATOMIC, // the same number, then how many different words lie in the bank that has most of them
    TRACE_CONSTANT,      // one word: how many different places
};

typedef struct WarpTrace {
    u32 *words;
    u32 count, room;
    bool cut;               // it had more to say than there is room for, or another warp of its block had
    u64 instructions, kept; // of PTX: all that the warp executed; those that the words tell of
} WarpTrace;

enum { TRACE_WORDS_MAX = 1 << 15 }; // of one warp
enum { TRACE_PASSES_MAX = 63 };

// Lines of 128 bytes that a block touched: the warp's number in the block << 48, the line's number << 16, bytes stored to each of its sectors (loads: 32) << 8,
// whether a warp that asked for many places asked for nothing near this one << 5, whether it was written << 4, its sectors.
typedef struct BlockTrace {
    WarpTrace *warps; // NULL: not in detail
    u64 *lines;
    u32 line_count, line_room, warp_count;
    u32 *seen;        // what was noted last, so that the same is not noted again and again
    u64 instructions; // of PTX, that its warps executed
    u64 last_phase;   // of those that the words of all warps tell of; 0: of all
    bool ended_early; // at its limit
} BlockTrace;

// One access of a warp as it is passed to an observer.
typedef struct {
    u64 block; // its number in the grid
    u32 warp;  // its number in the block
    const struct Function *function;
    u32 instruction, site; // of the function; of the program
    PtxSpace space;
    bool load, store; // neither: an atomic operation
    u32 element;      // bytes of a lane
    u32 mask;         // lanes
    const u64 *address;
    const u32 *value; // that the lanes store; NULL: not one of 32 bits, or no store
    u64 phase;        // of the block: another number behind each of its barriers
} TracedAccess;

// A basic block that a warp enters, as it is passed to an observer.
typedef struct {
    u64 block; // its number in the grid
    u32 warp;  // its number in the block
    const struct Function *function;
    u32 instruction, instructions; // of the function: the first one, and how many
    u32 mask;                      // lanes
} TracedEntry;

typedef void EntryObserver(void *context, const TracedEntry *entry);
typedef void TraceObserver(void *context, const TracedAccess *access);

typedef struct LaunchTrace {
    u64 first, lines_end, end, phase, stride;
    u64 wave;        // blocks that are there at once; 0: not known
    u32 line_sample; // one line in so many is noted: a power of two
    // Blocks that are not traced do not run at all, races are not judged, and a block ends where each of its warps has
    // executed so many instructions of PTX, 0: where it ends.
    bool alone;
    // Not 0: nothing is noted. So many blocks run, one of each of as many equal parts of the grid and there where `draw`
    // has it, each warp up to `limit`; `early` says whether one of them ended there.
    u64 scattered, draw;
    bool early;
    u64 limit,
        detail_limit;   // of blocks that are looked at for their lines; of those in detail but each eighth
    BlockTrace *blocks; // end - first
    TraceObserver *
        observer; // called for each access that is looked at in detail, in place of any words: with one worker,
                  // in the order of the run. NULL: none
    EntryObserver *entered; // with `observer`: called for each basic block that is entered; NULL: none
    void *context;          // the observers'
} LaunchTrace;

// Which blocks, as above; what is not given is 0. NULL when memory runs out.
struct LaunchTrace *trace_new(const LaunchTrace *what);
void trace_free(LaunchTrace *trace);

// Is this line one of the sample?
static inline bool trace_has_line(u32 line, u32 sample) {
    return (line * 2654435761u >> 12 & (sample - 1)) == 0;
}

// Does an access to these bytes of global memory have to be noted?
static inline bool trace_wants(const LaunchTrace *trace, bool in_detail, u64 offset, u32 bytes) {
    const u32 from = (u32)(offset >> 7), to = (u32)((offset + bytes - 1) >> 7);
    return in_detail || trace_has_line(from, trace->line_sample) ||
           (to != from && trace_has_line(to, trace->line_sample)) || to > from + 1;
}

// With `alone`: how many blocks run, and which, in their order.
u64 trace_turns(const LaunchTrace *trace);
u64 trace_block_of_turn(const LaunchTrace *trace, u64 turn);

// Called where a block starts: its warps then know whether they are looked at.
void trace_start_block(LaunchTrace *trace, struct ThreadBlock *block, u64 number);

void trace_end_block(const struct ThreadBlock *block);

void trace_entered(Warp *w, u32 block, u32 lanes, u32 instructions);
void trace_access(Warp *w, const Op *op, PtxSpace space, const u64 *address, u32 mask, u32 element,
                  bool atomic);

#endif

// Families of instructions that most kernels do without: all that the core knows of them.
//
// A family decodes its instructions, runs them, and keeps what they need in a state of its own beside each warp,
// thread block, worker and simulator, of which the core knows nothing but the size. The core calls it at the
// moments below; every function may be NULL. The table is families/families.c, or without_families.c.
#ifndef WARPBOOK_FAMILY_H
#define WARPBOOK_FAMILY_H

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/simulator.h"

typedef enum { OF_WARP, OF_BLOCK, OF_WORKER, OF_SIMULATOR, STATES } StateOf;

typedef struct Family {
    // Decodes the current instruction, or the call of a function without a body. False: it is not the family's.
    bool (*decode)(Decoder *d);
    bool (*decode_call)(Decoder *d, const char *function);

    size_t state_bytes[STATES];  // zero at first
    size_t state_offset[STATES]; // set by families_lay_out
    void (*start_warp)(Warp *w); // of a block that starts; where the state was used since the last start
    void (*end_warp)(Warp *w);   // its state goes
    void (*end_block)(Worker *worker, const ThreadBlock *block); // it has ended, or will never
    void (*end_worker)(Worker *worker);
    void (*end_simulator)(Warpsim *s);

    // Where a run of lanes accesses shared memory outside of the block's own; NULL after a finding. *mine is set
    // where the address is the family's.
    u8 *(*shared_elsewhere)(Warp *w, const Op *op, const Run *run, u32 element, bool write, bool *mine);

    // The block whose shared memory an address outside of the block's own names, and the place there; NULL: none.
    ThreadBlock *(*block_at)(const Warp *w, u64 address, u64 *at);

    // Is a byte of the block's shared memory going to be written by what has begun already?
    bool (*is_coming)(const Warp *w, u64 byte);

    // What a finding should say of such a write: of a read of that byte, which is going to be written, and of a race at `op` with
    // the access at `site` of another thread of the block.
    void (*tell_coming)(Warp *w, u32 lane, u64 byte, WarpsimFinding *f);
    void (*tell_race)(Warp *w, const Op *op, u32 lane, const Site *site, u32 other, WarpsimFinding *f);

    // Barriers of the family. Opens those that are complete; true where warps go on.
    bool (*open_barriers)(Worker *worker);
    bool (*waits)(const ThreadBlock *block); // does a warp wait at one?
    void (*note_deadlock)(Worker *worker);   // it will for ever: a finding
    bool (*note_idle)(ThreadBlock *block);   // its warps look in vain at one; false: at something else

    // The host's launch with all that follows from it; instead of launch_grid.
    int (*launch)(Warpsim *s, const WarpsimLaunch *request);
    // Device memory behind a handle that a kernel gets as a parameter; 0: it is none of the family's.
    u64 (*memory_behind)(const Warpsim *s, u64 handle);
    void (*memory_freed)(Warpsim *s); // some was
    u64 (*add_texture)(Warpsim *s, const WarpsimTexture *texture);
    bool (*remove_texture)(Warpsim *s, u64 handle, bool surface);
} Family;

extern Family *const families[]; // NULL after the last

// Runs the statement for each family that has the function.
#define EACH_FAMILY(f, function)                                                                             \
    for (Family *const *f##_at = families, *f; (f = *f##_at) != NULL; f##_at++)                              \
        if (f->function)

// Decides where the families' states lie; call it before anything else.
void families_lay_out(void);

// Zeroed memory for the states of all families; NULL when there is none.
void *families_state(StateOf of);

// The states of a block, as they were at first.
void families_clear_block(ThreadBlock *b);

// A family's part of such memory.
static inline void *state_in(void *states, const Family *f, StateOf of) {
    return (u8 *)states + f->state_offset[of];
}

// The same of a warp's, which from now on has to be put back at its start.
static inline void *state_of_warp(Warp *w, const Family *f) {
    w->family_states_used = true;
    return state_in(w->family_states, f, OF_WARP);
}

#endif

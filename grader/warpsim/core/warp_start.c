// The memory of a warp, and its state when a kernel starts.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/lost_updates.h"
#include "grader/warpsim/core/warp.h"
#include "grader/warpsim/core/warp_splits.h"

static void *reserve(size_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

bool warp_create(Warp *w, Worker *worker, u32 index) {
    w->index = index;
    w->worker = worker;
    w->thread_block = &worker->slot.block;
    w->frame = w->home = reserve(FRAME_SPACE);
    w->local = reserve(LOCAL_SPACE);
    w->local_written = reserve(LOCAL_SPACE / 8);
    w->thread_bank = aligned_alloc(64, THREAD_BANK_BYTES);
    w->family_states = families_state(OF_WARP);
    return w->home && w->local && w->local_written && w->thread_bank && w->family_states;
}

void warp_destroy(Warp *w) {
    splits_clear(w);
    if (w->home) munmap(w->home, FRAME_SPACE);
    if (w->local) munmap(w->local, LOCAL_SPACE);
    if (w->local_written) munmap(w->local_written, LOCAL_SPACE / 8);
    EACH_FAMILY(f, end_warp) {
        if (w->family_states) f->end_warp(w);
    }
    free(w->thread_bank), free(w->family_states), free(w->seen);
    definedness_free(w);
}

void warp_set_threads(Warp *w, const u32 *block) {
    const u32 threads = block[0] * block[1] * block[2];
    w->lanes = 0;
    for (u32 i = 0; i < LANES; i++) {
        const u32 thread = w->index * LANES + i;
        const u32 value[] = {thread % block[0],
                             thread / block[0] % block[1],
                             thread / (block[0] * block[1]),
                             i,
                             w->index,
                             1u << i,
                             (2u << i) - 1,
                             (1u << i) - 1,
                             ~((1u << i) - 1),
                             ~((2u << i) - 1)};
        for (u32 k = 0; k < sizeof value / sizeof *value; k++)
            ((u32 *)(w->thread_bank + k * 128))[i] = value[k];
        if (thread < threads) w->lanes |= 1u << i;
    }
}

static void start_families(Warp *w) {
    EACH_FAMILY(f, start_warp) {
        f->start_warp(w);
    }
    w->family_states_used = false;
}

void note_local_stored(Warp *w, u64 first, u32 bytes) {
    for (u64 piece = first / LOCAL_PIECE; piece <= (first + bytes - 1) / LOCAL_PIECE; piece++)
        w->local_stored[piece / 32] |= 1u << piece % 32;
}

// Large arrays of which little was written cost little.
static void forget_local(Warp *w) {
    for (u32 i = 0; i < sizeof w->local_stored / sizeof *w->local_stored; i++) {
        EACH_LANE_OF(w->local_stored[i], bit) {
            memset(w->local_written + ((size_t)i * 32 + bit) * LOCAL_PIECE, 0,
                   LOCAL_PIECE * sizeof *w->local_written);
        }
        w->local_stored[i] = 0;
    }
}

void warp_start(Warp *w) {
    const Launch *launch = w->worker->launch;
    const Function *kernel = launch->kernel;
    splits_clear(w);
    w->bank[BANK_UNIFORM] = w->worker->slot.uniform;
    w->bank[BANK_CONSTANT] = kernel->program->constants.lanes;
    w->bank[BANK_THREAD] = w->thread_bank;
    memset(w->bank[BANK_FRAME], 0, kernel->zero_bytes);
    forget_local(w);
    w->mask = w->live = w->lanes;
    w->phase = 0;
    w->epoch = w->carry = w->stored = 0;
    w->fenced = w->tracked = false;
    if (w->family_states_used) start_families(w);
    w->function = kernel;
    w->block = 0;
    w->reconverge = -1;
    w->stack_depth = w->call_depth = 0;
    w->local_base = 0;
    w->state = kernel->block_count ? WARP_READY : WARP_DONE;
    w->barrier = NULL;
    w->instructions = w->slept = 0;
    w->look.site = 0, w->look.goes_on = false;
    lost_updates_start(w);
    w->exited_early = 0;
    w->last_exit = w->way_out = 0;
}

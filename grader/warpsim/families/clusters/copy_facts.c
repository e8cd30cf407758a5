// What a finding should say of an asynchronous copy (cp.async) that it meets: who has started it, and how it was waited for.
#include <stdio.h>

#include "grader/warpsim/core/instruction.h"
#include "grader/warpsim/core/program.h"
#include "grader/warpsim/families/clusters/asynchronous.h"
#include "grader/warpsim/families/clusters/cluster.h"
#include "grader/warpsim/families/clusters/pending_copy.h"

static void tell_wait(Finding *f, const Function *function, u32 instruction) {
    f->wait_function = function;
    f->wait_instruction = instruction;
}

// The lane's last wait comes after the start of a copy, and has not finished it.
static void tell_passed_over(Finding *f, const CopyWait *wait, const struct PendingCopy *copy) {
    f->facts |= FOUND_COPY_WAITED;
    tell_wait(f, wait->function, wait->instruction);
    if (copy->group >= wait->group) {
        f->facts |= FOUND_COPY_OPEN;
        return;
    }
    f->wait_left = wait->left;
    f->wait_most = wait->group - copy->group - 1;
}

static bool in_this_phase(const Warp *w, u64 phase) {
    return phase == w->thread_block->phase || w->worker->renumbered;
}

void tell_coming_copy(Warp *w, u32 lane, u64 byte, WarpsimFinding *f) {
    Warp *owner;
    const struct PendingCopy *copy = copy_to(w, byte, &owner);
    if (!copy) return;
    const CopyWait *wait = &cluster_warp(owner)->wait[copy->lane], *own = &cluster_warp(w)->wait[lane];
    f->facts |= FOUND_COPYING | (copy->over ? FOUND_COPY_OVER : 0);
    if (!in_this_phase(w, copy->phase)) f->facts |= FOUND_COPY_BARRIER;
    f->has_other = f->other_has_thread = true;
    f->other_function = copy->function;
    f->other_instruction = copy->op->instruction;
    f->other_block = w->thread_block->linear;
    f->other_thread = owner->index * LANES + copy->lane;
    snprintf(f->other_what, sizeof f->other_what, "started the copy");
    if (wait->function && wait->number > copy->waits) {
        if (!wait->arrives) tell_passed_over(f, wait, copy);
    } else if (own->function && !own->arrives && own->number > copy->waits &&
               own->phase == w->thread_block->phase) {
        f->facts |= FOUND_READER_WAITED;
        tell_wait(f, own->function, own->instruction);
    }
}

// The thread that reads was first: `op` is a copy which a wait finishes just now.
static void tell_finishing(Warp *w, u32 lane, Finding *f) {
    const ClusterWarp *c = cluster_warp(w);
    const struct PendingCopy *copy = NULL;
    for (u32 i = 0; i < c->finishing_count && !copy; i++)
        if (c->finishing[i].lane == lane) copy = &c->finishing[i];
    if (!copy || c->waiting->flags & WAIT_ARRIVES) return;
    f->facts |= FOUND_COPYING | (copy->over ? FOUND_COPY_OVER : 0);
    if (!in_this_phase(w, copy->phase)) f->facts |= FOUND_COPY_BARRIER;
    const CopyWait *wait = &c->wait[lane];
    if (wait->function && wait->number > copy->waits && !wait->arrives) {
        tell_passed_over(f, wait, copy);
        return;
    }
    f->facts |= FOUND_COPY_DONE;
    tell_wait(f, w->function, c->waiting->instruction);
}

static bool is_copy(const Site *site) {
    const PtxInstruction *in = &site->function->ptx->code[site->instruction];
    if (!named(in, "cp") || !site->is_store) return false;
    return ptx_has_suffix(in, "async") && !ptx_has_suffix(in, "bulk");
}

void tell_racing_copy(Warp *w, const Op *op, u32 lane, const Site *site, u32 other, WarpsimFinding *f) {
    (void)op;
    if (cluster_warp(w)->finishing) {
        tell_finishing(w, lane, f);
        return;
    }
    const ThreadBlock *b = w->thread_block;
    if (!is_copy(site) || other / LANES >= b->warps || f->facts & FOUND_WRITES) return;
    const CopyWait *wait = &cluster_warp(b->warp[other / LANES])->wait[other % LANES];
    if (!wait->function || wait->arrives) return;
    f->facts |= FOUND_COPYING | FOUND_COPY_DONE | (wait->late ? FOUND_COPY_BARRIER : 0);
    tell_wait(f, wait->function, wait->instruction);
}

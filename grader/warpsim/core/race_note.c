// The words of a race: what happened, who else was there, and what orders two threads like these.
#include "grader/warpsim/core/race_note.h"

#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/note.h"

static const char *race_words(RaceKind kind) {
    switch (kind) {
    case RACE_READ_AFTER_WRITE: return "reads what another thread writes";
    case RACE_WRITE_AFTER_READ: return "writes what another thread reads";
    default: return "writes what another thread writes";
    }
}

static const char *race_advice(Distance distance, bool same_line) {
    if (distance == BETWEEN_BLOCKS && same_line)
        return "Two blocks use the same element at this line: does its index leave out blockIdx? Blocks "
               "of one launch run in any order: write to another buffer, use atomics such as "
               "atomicAdd(), or split the work into two kernel launches.";
    if (distance == BETWEEN_BLOCKS)
        return "Blocks of one launch run in any order: write to another buffer, use atomics such as "
               "atomicAdd(), or split the work into two kernel launches.";
    if (same_line)
        return "Both accesses are on this line: give each thread its own element, put a __syncthreads() "
               "that all threads of the block reach between the iterations of the loop, or use atomics "
               "such as atomicAdd().";
    if (distance == WITHIN_WARP)
        return "Put a __syncwarp(), or a __syncthreads(), between the two accesses: the threads of a "
               "warp are not guaranteed to run in lockstep.";
    return "Put a __syncthreads() between the two accesses, where all threads of the block reach it. A fence, a lock or "
           "a flag orders only those who wait for it.";
}

static bool same_line(const Site *site, const Function *function, u32 instruction) {
    const char *file, *other_file;
    int line, other_line, column;
    return program_source_line(site->function, site->instruction, &file, &line, &column) &&
           program_source_line(function, instruction, &other_file, &other_line, &column) &&
           line == other_line && strcmp(file, other_file) == 0;
}

void note_race(Warp *w, const Op *op, RaceKind kind, u32 lane, u32 memory, Distance distance,
               const RaceDetail *other) {
    Finding *f = note_lane(w, op, CHECK_RACE, lane);
    if (!f) return;
    const Site *sites = w->worker->launch->program->sites, *site = other ? &sites[other->site] : NULL;
    const bool strong = other && other->atomic && op->flags & ACCESS_ATOMIC;
    const bool block_scope = distance == BETWEEN_BLOCKS && op->flags & ACCESS_ATOMIC &&
                             (sites[op->site].block_scope || (strong && site->block_scope));
    f->facts = memory | (kind == RACE_READ_AFTER_WRITE ? 0 : FOUND_WRITES);
    snprintf(f->message, sizeof f->message,
             "A race in %s memory: this thread %s, and nothing orders the two. The result depends on who is "
             "first.%s",
             memory == FOUND_SHARED ? "shared" : "global", race_words(kind),
             block_scope
                 ? " An operation with the scope of its block is atomic for the threads of that block only."
             : strong ? " That both accesses are volatile or atomic does not order them."
                      : "");
    snprintf(f->next, sizeof f->next, "%s",
             block_scope ? "Other blocks use this element: leave out the _block of its atomic functions, "
                           "or use cuda::thread_scope_device."
             : other && other->block_fence
                 ? "The fence between that write and the flag is __threadfence_block(), which orders "
                   "nothing for the threads of another block: put __threadfence() there."
                 : race_advice(distance, site && same_line(site, f->function, f->instruction)));
    if (!other) return;
    f->has_other = f->other_has_thread = true;
    f->other_function = site->function;
    f->other_instruction = site->instruction;
    f->other_block = other->block;
    f->other_thread = other->thread;
    f->facts |= other->write ? FOUND_OTHER_WRITES : 0;
    EACH_FAMILY(family, tell_race) {
        if (memory == FOUND_SHARED && distance != BETWEEN_BLOCKS && kind != RACE_WRITE_AFTER_WRITE)
            family->tell_race(w, op, lane, site, other->thread, f);
    }
    snprintf(f->other_what, sizeof f->other_what, other->write ? "wrote it" : "read it");
}

Distance distance_to(const Warp *w, const RaceDetail *other) {
    if (other->block != w->thread_block->linear) return BETWEEN_BLOCKS;
    return other->thread / LANES == w->index ? WITHIN_WARP : WITHIN_BLOCK;
}

void note_doubtful(Warp *w, const Op *op, RaceKind kind, u32 lane, u32 memory, const RaceDetail *other) {
    Worker *worker = w->worker;
    const u64 launch = worker->launch->launch_number;
    if (findings_find(&worker->findings, CHECK_RACE, w->function, op->instruction, launch) ||
        findings_find(&worker->withheld, CHECK_RACE, w->function, op->instruction, launch))
        return;
    note_race(w, op, kind, lane, memory, distance_to(w, other), other);
    findings_surface(&worker->withheld, &worker->findings, CHECK_RACE, w->function, op->instruction, launch);
}

// Notes findings of running warps.
#include "grader/warpsim/core/note.h"

#include <stdio.h>
#include <string.h>

Finding *note_at(Warp *w, u32 instruction, Check check, u32 lane) {
    Worker *worker = w->worker;
    if (worker->stop) return NULL;
    Finding *f =
        findings_note(&worker->findings, check, w->function, instruction, worker->launch->launch_number,
                      w->thread_block->linear, w->index * LANES + lane);
    if (!f) return NULL;
    f->kernel = worker->launch->kernel;
    memcpy(f->grid, worker->launch->grid, sizeof f->grid);
    memcpy(f->shape, worker->launch->block, sizeof f->shape);
    return f;
}

Finding *note_lane(Warp *w, const Op *op, Check check, u32 lane) {
    return note_at(w, op->instruction, check, lane);
}

ThreadWords thread_words(const Warp *w, u32 thread) {
    const u32 *block = w->worker->launch->block;
    ThreadWords words;
    snprintf(words.text, sizeof words.text, "(%u,%u,%u)", thread % block[0], thread / block[0] % block[1],
             thread / block[0] / block[1]);
    return words;
}

void stop_block(Warp *w) {
    w->worker->stop = true;
    u64 *stop = &w->worker->launch->stop_block, mine = w->thread_block->linear;
    u64 seen = __atomic_load_n(stop, __ATOMIC_RELAXED);
    while (mine < seen &&
           !__atomic_compare_exchange_n(stop, &seen, mine, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

void stop_without_memory(Warp *w) {
    const Function *f = w->function;
    const u32 instruction =
        w->block >= 0 && (u32)w->block < f->block_count ? f->blocks[w->block].first_instruction : 0;
    Finding *finding = note_at(w, instruction, CHECK_MEMORY, w->mask ? (u32)__builtin_ctz(w->mask) : 0);
    if (finding) {
        finding->fatal = true;
        snprintf(
            finding->message, sizeof finding->message,
            "The kernel was stopped, since this machine has no memory left for what it does. A warp was at "
            "this line.");
        snprintf(
            finding->next, sizeof finding->next,
            "Run it where more memory is free, or make the data smaller: nothing is said about the kernel.");
    }
    stop_block(w);
}

// Notes findings of running warps.
#include "grader/simulator/note.h"

Finding *note_at(Warp *w, u32 instruction, Check check, u32 lane) {
    Worker *worker = w->worker;
    if (worker->stop) return NULL;
    Finding *f = findings_note(&worker->findings, check, w->function, instruction,
                               worker->launch->launch_number, w->thread_block->linear, w->index * LANES + lane);
    if (f) f->kernel = worker->launch->kernel;
    return f;
}

Finding *note_lane(Warp *w, const Op *op, Check check, u32 lane) {
    return note_at(w, op->instruction, check, lane);
}

void stop_block(Warp *w) {
    w->worker->stop = true;
    u64 *stop = &w->worker->launch->stop_block, mine = w->thread_block->linear;
    u64 seen = __atomic_load_n(stop, __ATOMIC_RELAXED);
    while (mine < seen && !__atomic_compare_exchange_n(stop, &seen, mine, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

// Notes findings of running warps.
#include "grader/warpsim/core/note.h"

#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/instruction.h"

static Finding *note_in(Findings *list, Warp *w, u32 instruction, Check check, u32 lane) {
    Worker *worker = w->worker;
    if (worker->stop) return NULL;
    Finding *f = findings_note(list, check, w->function, instruction, worker->launch->launch_number,
                               w->thread_block->linear, w->index * LANES + lane);
    if (!f) return NULL;
    f->kernel = worker->launch->kernel;
    memcpy(f->grid, worker->launch->grid, sizeof f->grid);
    memcpy(f->shape, worker->launch->block, sizeof f->shape);
    f->call_line = (u32)program_nearest_call_line(w->function, instruction);
    return f;
}

Finding *note_at(Warp *w, u32 instruction, Check check, u32 lane) {
    return note_in(&w->worker->findings, w, instruction, check, lane);
}

Finding *note_departure(Warp *w, u32 instruction, u32 lane) {
    return note_in(&w->worker->departures, w, instruction, CHECK_BARRIER, lane);
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

void note_absent(Finding *f, const Warp *w, u32 lanes) {
    const u32 thread = w->index * LANES + (lanes ? (u32)__builtin_ctz(lanes) : 0);
    f->absent = lanes && thread < w->thread_block->threads ? 1 + thread : 0;
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

// What stops a kernel with an error: a trap, which cooperative groups have too, or a breakpoint without a debugger.
void note_trap(Warp *w, const BasicBlock *b, u32 lane) {
    const Function *f = w->function;
    const u32 at = b->end_instruction;
    Finding *finding = note_at(w, at, CHECK_TRAP, lane);
    if (!finding) return;
    const char *message = "The kernel stopped itself here (trap).",
               *next = "Find out which check in the code leads to it.";
    if (named(&f->ptx->code[at], "brkpt")) {
        message =
            "The kernel stopped here, at a breakpoint. No debugger is there to go on with it: on a GPU, too, the kernel "
            "ends with an error.";
        next = "Take the breakpoint (brkpt, __brkpt()) out.";
    } else if (f->asks_for_grid_barrier && !w->worker->launch->workspace &&
               program_stands_in(f, at, "cooperative_groups")) {
        message =
            "The blocks of the grid are to wait for each other here (grid.sync()), which only a cooperative launch can "
            "do. This kernel was launched in the ordinary way, and has stopped with an error.";
        next =
            "Launch it with cudaLaunchCooperativeKernel, with no more blocks than the GPU can hold at a time; or make two "
            "kernels of it, one launched after the other.";
    }
    finding->fatal = true;
    snprintf(finding->message, sizeof finding->message, "%s", message);
    snprintf(finding->next, sizeof finding->next, "%s", next);
}

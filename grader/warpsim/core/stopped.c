// Says of a kernel that was stopped whether a loop of it goes on for ever, or its blocks end and do more work than there is
// time for.
//
// A block that is stopped has not ended, so others have to tell: if some of the launch have ended, and none that runs has
// taken much longer than they did, nothing goes on for ever.
#include "grader/warpsim/core/stopped.h"

#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/note.h"

enum { MUCH_LONGER = 4 };

void stopped_block_starts(Worker *worker) {
    worker->block_began = worker->total_spent;
    stopped_show_block(worker);
}

static u64 spent_in_block(const Worker *worker) {
    return worker->total_spent - worker->block_began;
}

void stopped_show_block(Worker *worker) {
    __atomic_store_n(&worker->block_shown, spent_in_block(worker), __ATOMIC_RELAXED);
}

void stopped_block_ends(Worker *worker) {
    Launch *launch = worker->launch;
    const u64 spent = spent_in_block(worker);
    if (worker->stop || !launch->budget) return;
    __atomic_fetch_add(&launch->ended.blocks, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&launch->ended.spent, spent, __ATOMIC_RELAXED);
    u64 seen = __atomic_load_n(&launch->ended.most, __ATOMIC_RELAXED);
    while (spent > seen && !__atomic_compare_exchange_n(&launch->ended.most, &seen, spent, false,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static EndedBlocks ended_blocks(Launch *launch) {
    return (EndedBlocks){__atomic_load_n(&launch->ended.blocks, __ATOMIC_RELAXED),
                         __atomic_load_n(&launch->ended.spent, __ATOMIC_RELAXED),
                         __atomic_load_n(&launch->ended.most, __ATOMIC_RELAXED)};
}

// Blocks that wait for others spend their time on that, and those that are looked at in part do not end.
static bool blocks_end(Launch *launch, const EndedBlocks *ended) {
    if (launch->may_wait || launch->interleaved || launch->samples_only || !ended->blocks) return false;
    for (u32 i = 0; i < launch->worker_count; i++) {
        const u64 runs = __atomic_load_n(&launch->workers[i].block_shown, __ATOMIC_RELAXED);
        if (runs / MUCH_LONGER > ended->most) return false;
    }
    return true;
}

// ---- The loop that takes most of the work --------------------------------------------------------------------------

typedef struct {
    const Function *function; // NULL: no loop takes most
    u32 first, last;          // its basic blocks; the last one goes back to the first
} Loop;

static u64 work_of(const Worker *worker, const Function *f, u32 first, u32 last) {
    u64 work = 0;
    for (u32 i = first; i <= last; i++)
        work += worker->blocks[f->first_block_id + i].lanes * f->blocks[i].instruction_count;
    return work;
}

static bool goes_back(const Function *f, u32 i) {
    const BasicBlock *b = &f->blocks[i];
    return (b->end == END_JUMP || b->end == END_BRANCH) && b->target >= 0 && (u32)b->target <= i;
}

// Of the loops with more than half of all that the worker has done, the innermost.
static Loop main_loop(const Worker *worker) {
    const Program *p = worker->launch->program;
    Loop found = {0};
    u64 all = 0;
    for (u32 i = 0; i < p->function_count; i++)
        if (p->functions[i].block_count)
            all += work_of(worker, &p->functions[i], 0, p->functions[i].block_count - 1);
    for (u32 k = 0; k < p->function_count; k++)
        for (u32 i = 0; i < p->functions[k].block_count; i++) {
            const Function *f = &p->functions[k];
            const u32 first = goes_back(f, i) ? (u32)f->blocks[i].target : 0;
            if (!goes_back(f, i) || work_of(worker, f, first, i) <= all / 2) continue;
            if (!found.function || i - first < found.last - found.first) found = (Loop){f, first, i};
        }
    return found;
}

// ---- Its loads -----------------------------------------------------------------------------------------------------

typedef struct {
    int line; // 0: none
    u64 lanes;
} LineLoads;

// Adds the loads of an operation to those of its line. A compiler makes several copies of what stands in a loop.
static void add_loads(const Worker *worker, const Function *f, const Op *op, const char *loop_file,
                      LineLoads *list, u32 most) {
    const char *file;
    int line, column;
    const Site *site = op->memory == MEMORY_LOAD ? &f->program->sites[op->site] : NULL;
    if (!site || site->space != SPACE_GLOBAL ||
        !program_source_line(f, op->instruction, &file, &line, &column) || strcmp(file, loop_file))
        return;
    for (u32 i = 0; i < most; i++) {
        if (list[i].line && list[i].line != line) continue;
        list[i].line = line;
        list[i].lanes += worker->sites[op->site].bytes / ((u64)op->width * op->count);
        return;
    }
}

static LineLoads most_loads(const Worker *worker, const Loop *loop, const char *file) {
    enum { LINES = 32 };
    LineLoads list[LINES] = {0}, best = {0};
    const Function *f = loop->function;
    for (u32 i = loop->first; i <= loop->last; i++)
        for (u32 k = 0; k < f->blocks[i].op_count; k++)
            add_loads(worker, f, &f->ops[f->blocks[i].first_op + k], file, list, LINES);
    for (u32 i = 0; i < LINES; i++)
        if (list[i].lanes > best.lanes) best = list[i];
    return best;
}

// ---- What is said --------------------------------------------------------------------------------------------------

// To two digits: what the running blocks have done yet differs from run to run.
static u64 about(double number) {
    u64 unit = 1;
    while (number >= 100) number /= 10, unit *= 10;
    return (u64)(number + 0.5) * unit;
}

static void say_loads(Finding *f, const Worker *worker, const Loop *loop, const EndedBlocks *ended) {
    const char *file;
    int line, column;
    const size_t used = strlen(f->message);
    if (!program_source_line(loop->function, f->instruction, &file, &line, &column)) return;
    const LineLoads loads = most_loads(worker, loop, file);
    const double threads = (double)ended->blocks * worker->slot.block.threads * (double)worker->total_spent /
                           (double)ended->spent;
    const u64 times = about((double)loads.lanes / threads);
    if (!loads.line || times < 2) return;
    snprintf(f->message + used, sizeof f->message - used,
             " Line %d in it loads from global memory about %llu times a thread.", loads.line,
             (unsigned long long)times);
}

static void describe_work(Finding *f, const Worker *worker, const Loop *loop, const EndedBlocks *ended) {
    const Launch *launch = worker->launch;
    const double each = (double)ended->spent / (double)ended->blocks / worker->slot.block.threads;
    snprintf(
        f->message, sizeof f->message,
        "The kernel was stopped after %llu million thread-instructions. Its blocks come to an end, but they do too much "
        "work: about %llu of %llu had ended, after about %llu instructions a thread.%s",
        (unsigned long long)(launch->budget / 1000000), (unsigned long long)about((double)ended->blocks),
        (unsigned long long)launch->block_total, (unsigned long long)about(each),
        loop->function ? " Most of these belong to the loop at this line." : "");
    snprintf(
        f->next, sizeof f->next, "%s",
        loop->function
            ? "How often has each thread to go round that loop? Look at where it begins for a thread, and at what "
              "it goes on by; then at the number of blocks."
            : "Check the number of blocks, and what each of them has to do.");
    if (loop->function) say_loads(f, worker, loop, ended);
}

static void describe_shortage(Finding *f) {
    snprintf(
        f->message, sizeof f->message,
        "The kernel was stopped, since this machine's memory is nearly used up. A warp was at this line.");
    snprintf(f->next, sizeof f->next,
             "The data that was touched and the records of the checks do not fit: make the data smaller.");
}

static void describe_timeout(Finding *f, const Worker *worker, u64 spent, bool cancelled, bool ended) {
    const Launch *launch = worker->launch;
    snprintf(f->message, sizeof f->message,
             "The kernel was stopped after %llu million thread-instructions, in block %u of %llu%s. %s "
             "this line.",
             (unsigned long long)((cancelled ? spent : launch->budget) / 1000000), worker->slot.block.linear,
             (unsigned long long)launch->block_total,
             cancelled ? ", when the run was ended" : ": it does not seem to end",
             ended ? "A warp had just left at" : "It was in the loop at");
    snprintf(f->next, sizeof f->next, "%s",
             ended ? "Check the number of blocks, and what each of them has to do."
                   : "Check the condition that ends the loop: which value in it changes?");
}

static void note_work(Warp *w, const EndedBlocks *ended, u32 instruction, u32 lane) {
    const Loop loop = main_loop(w->worker);
    const bool own = loop.function == w->function;
    Finding *f =
        note_at(w, own ? w->function->blocks[loop.last].end_instruction : instruction, CHECK_TIMEOUT, lane);
    if (!f) return;
    if (loop.function && !own) {
        f->function = loop.function;
        f->instruction = loop.function->blocks[loop.last].end_instruction;
    }
    f->fatal = true;
    f->facts = FOUND_BLOCKS_END;
    describe_work(f, w->worker, &loop, ended);
}

void stopped_note(Warp *w, u64 spent, int cancel) {
    Launch *launch = w->worker->launch;
    const EndedBlocks all = ended_blocks(launch);
    const bool ended = w->state == WARP_DONE; // then it is not this warp that goes on for ever
    const BasicBlock *b = w->barrier ? w->barrier : &w->function->blocks[w->block];
    const u32 instruction = ended ? w->last_exit : b->end_instruction,
              lane = (u32)__builtin_ctz(w->mask ? w->mask : 1);
    if (!cancel && blocks_end(launch, &all)) {
        note_work(w, &all, instruction, lane);
        return;
    }
    Finding *f = note_at(w, instruction,
                         cancel == WARPSIM_STOP_MEMORY ? CHECK_MEMORY
                         : cancel                      ? CHECK_INTERRUPTED
                                                       : CHECK_TIMEOUT,
                         lane);
    if (!f) return;
    f->fatal = true;
    if (cancel == WARPSIM_STOP_MEMORY)
        describe_shortage(f);
    else
        describe_timeout(f, w->worker, spent, cancel != WARPSIM_GO_ON, ended);
}

// Tracking a warp's undefined values: where it begins, the operations of a block one by one, and calls.
#include "grader/warpsim/core/definedness.h"

#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/special.h"

// Tracked operations with undefined sources take about 100 times as long as others. What a launch has beyond so
// many of them on a CPU thread is not looked at: a program that reads gigabytes of unwritten memory gets on.
enum { MOST_STEPS = 1 << 20 };

static bool grow(Definedness *d, u32 rows) {
    if (rows <= d->rows) return true;
    u32 *lanes = realloc(d->lanes, rows * sizeof *lanes);
    if (lanes) d->lanes = lanes;
    UndefinedValue *value = realloc(d->value, (size_t)rows * LANES * sizeof *value);
    if (value) d->value = value;
    if (!lanes || !value) return false;
    memset(lanes + d->rows, 0, (rows - d->rows) * sizeof *lanes);
    d->rows = rows;
    return true;
}

static u32 frame_start(const Warp *w) {
    return (u32)(w->bank[BANK_FRAME] - w->frame);
}

u32 definedness_row(const Warp *w, u32 frame_offset) {
    return (frame_start(w) + frame_offset) / ROW_BYTES;
}

bool register_row(const Warp *w, int reg, u32 *row) {
    const Operand place = w->function->places[reg];
    *row = definedness_row(w, place & ~3u);
    return (place & 3) == BANK_FRAME;
}

// Checks hand a copy of an atomic operation around.
static const Op *original(const Function *f, const Op *op) {
    if (op >= f->ops && op < f->ops + f->op_count) return op;
    const Op *at = f->ops;
    while (at < f->ops + f->op_count && (!at->memory || at->site != op->site)) at++;
    return at;
}

// The operations behind this one run without lanes, the end of its guard included.
static void break_off(Warp *w, const Op *op) {
    const Function *f = w->function;
    Definedness *d = w->definedness;
    d->resume = op;
    d->mask = w->mask;
    d->kept = NULL;
    for (const Op *next = op + 1; next < f->ops + f->op_count && next->instruction == op->instruction; next++)
        if (next->run == run_guard_end) {
            d->kept = lanes_of(w, next->d);
            d->kept_mask = *d->kept;
            *d->kept = 0;
        }
    w->mask = 0;
}

void definedness_begin(Warp *w, const Op *op) {
    if (w->tracked || w->worker->undefined_steps > MOST_STEPS) return;
    if (!w->definedness) w->definedness = calloc(1, sizeof *w->definedness);
    const u32 rows = (frame_start(w) + w->function->frame_bytes) / ROW_BYTES + 1;
    if (!w->definedness || !grow(w->definedness, rows)) return; // not enough memory to track it
    memset(w->definedness->lanes, 0, w->definedness->rows * sizeof *w->definedness->lanes);
    w->definedness->carry = 0;
    w->tracked = true;
    op = original(w->function, op);
    definedness_before_access(w, op, &w->definedness->store);
    break_off(w, op);
}

// Carries on where break_off() stopped: what the operation has loaded is known, what it stored is not yet marked.
const Op *definedness_resume(Warp *w) {
    Definedness *d = w->definedness;
    const Op *op = d->resume;
    if (!op) return NULL;
    d->resume = NULL;
    w->mask = d->mask;
    if (d->kept) *d->kept = d->kept_mask;
    definedness_after_access(w, op, &w->definedness->store);
    return op + 1;
}

void staged_commit(Definedness *d, const Staged *s) {
    for (u32 i = 0; i < s->count; i++) {
        const u32 row = s->result[i].row;
        d->lanes[row] = (d->lanes[row] & ~s->result[i].lanes) | s->result[i].undefined;
        EACH_LANE_OF(s->result[i].undefined, lane) {
            *value_at(d, row, lane) = s->result[i].value[lane];
        }
    }
}

static bool starts_instruction(const Function *f, const Op *op) {
    return op == f->ops || op[-1].instruction != op->instruction;
}

void definedness_run(Warp *w, const Op *op, const Op *end) {
    const Function *f = w->function;
    Staged staged = {0};
    for (; op < end && !w->worker->stop && !w->sync; op++) {
        if (starts_instruction(f, op))
            definedness_stage(w, &f->ptx->code[op->instruction], op->instruction, &staged);
        PendingStore store;
        if (op->memory) definedness_before_access(w, op, &store);
        op->run(w, op);
        if (op->memory) definedness_after_access(w, op, &store);
        const bool ends = op + 1 == end || op[1].instruction != op->instruction;
        if (!ends || w->sync) continue;
        staged_commit(w->definedness, &staged);
        staged.count = 0;
    }
}

static void note_lanes(Warp *w, const BasicBlock *b, Operand place, Use use) {
    const Definedness *d = w->definedness;
    if ((place & 3) != BANK_FRAME) return;
    const u32 row = definedness_row(w, place & ~3u), lanes = d->lanes[row] & w->mask;
    if (!lanes) return;
    const u32 lane = (u32)__builtin_ctz(lanes);
    note_use(w, use, b->end_instruction, lane, &value_at(d, row, lane)->from);
}

void definedness_end(Warp *w, const BasicBlock *b) {
    if (b->end == END_BRANCH || b->end_guarded) note_lanes(w, b, b->predicate, USE_BRANCH);
    if (b->end == END_TABLE) note_lanes(w, b, b->selector, USE_BRANCH);
    if (b->end == END_CALL && !b->call->callee) note_lanes(w, b, b->selector, USE_ADDRESS);
    if (b->end == END_BARRIER && b->barrier->kind >= BARRIER_AND && b->barrier->kind <= BARRIER_POPC)
        note_lanes(w, b, b->barrier->source, USE_BRANCH);
}

void definedness_enter(Warp *w, u32 frame_offset, u32 frame_bytes) {
    Definedness *d = w->definedness;
    const u32 first = frame_offset / ROW_BYTES, end = (frame_offset + frame_bytes) / ROW_BYTES + 1;
    if (!grow(d, end)) {
        w->tracked = false;
        return;
    }
    for (u32 row = first; row < end; row++) d->lanes[row] &= ~w->mask;
}

void definedness_copy_rows(Warp *w, u32 to, u32 from, u32 rows, u32 mask) {
    enum { APART = 4 * LANES / ROW_BYTES };
    Definedness *d = w->definedness;
    for (u32 r = 0; r < rows; r++) {
        const u32 a = to / ROW_BYTES + r * APART, b = from / ROW_BYTES + r * APART;
        const u32 undefined = d->lanes[b] & mask;
        d->lanes[a] = (d->lanes[a] & ~mask) | undefined;
        EACH_LANE_OF(undefined, lane) {
            *value_at(d, a, lane) = *value_at(d, b, lane);
        }
    }
}

void definedness_free(Warp *w) {
    if (!w->definedness) return;
    free(w->definedness->lanes), free(w->definedness->value);
    free(w->definedness);
    w->definedness = NULL;
}

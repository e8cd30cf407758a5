// Issues the instructions of the SM's warps one after the other in the order of time.
#include "grader/model/sm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/model/cache.h"
#include "grader/model/sm_memory.h"

enum { SCOREBOARDS = 6, NO_SCOREBOARD = 7, MAX_SCHEDULERS = 8 };

typedef enum { RUN_READY, RUN_BARRIER, RUN_DONE } RunState;

typedef struct {
    const WarpTrace *trace;
    Stream stream;
    uint32_t step, at; // of the stream; instruction in that step's block
    uint32_t slot, scheduler, order;
    RunState state;
    double ready, board[SCOREBOARDS];
    uint8_t board_reason[SCOREBOARDS];
    double free_at; // when nothing but its unit keeps its next instruction back, and what did until then
    uint8_t free_reason, unit;
    double barrier_since;
    Records records;
} Run;

typedef struct {
    Run *warps;
    uint32_t warp_count, running, waiting;
} Slot;

typedef struct {
    const SmSetup *setup;
    SmResult *result;
    Memory memory;
    Slot *slots;
    struct {
        double free, unit[UNITS];
        Run *last;
        Run **warps;
        uint32_t count, room;
        Run *candidate; // the next to be issued, at this time
        double at;
        bool stale;
    } scheduler[MAX_SCHEDULERS];
    const BlockTrace *const *blocks;
    uint32_t block_count, started, finished;
    double barrier_free; // the SM's barriers have counted all who came
    double last_start, now;
    double *ends; // of each block, in the order of their ends
    double active_since, active_sum;
    uint32_t active, order;
} Sm;

// ---- Blocks and warps come and go

static void look_ahead(const Sm *s, Run *r);

static void count_active(Sm *s, double now, int change) {
    s->active_sum += s->active * (now - s->active_since);
    s->active_since = now;
    s->active = (uint32_t)((int)s->active + change);
}

static bool seat_warp(Sm *s, Run *r, const WarpTrace *trace, uint32_t slot, uint32_t scheduler, double now) {
    *r = (Run){.trace = trace, .slot = slot, .scheduler = scheduler, .order = s->order++, .ready = now};
    if (!stream_build(s->setup->map, trace, &r->stream)) return false;
    r->state = r->stream.count ? RUN_READY : RUN_DONE;
    if (r->state == RUN_READY) {
        records_begin(&r->records, trace, &r->stream.steps[0]);
        look_ahead(s, r);
    }
    if (s->scheduler[scheduler].count == s->scheduler[scheduler].room) {
        const uint32_t room = s->scheduler[scheduler].room * 2 + 16;
        Run **warps = realloc(s->scheduler[scheduler].warps, room * sizeof *warps);
        if (!warps) return false;
        s->scheduler[scheduler].warps = warps;
        s->scheduler[scheduler].room = room;
    }
    s->scheduler[scheduler].warps[s->scheduler[scheduler].count++] = r;
    s->scheduler[scheduler].stale = true;
    return true;
}

static bool start_block(Sm *s, uint32_t slot, double free_since) {
    const Timing *t = s->setup->timing;
    if (s->started == s->block_count) return true;
    const BlockTrace *b = s->blocks[s->started];
    const double interval = fmax(t->block_interval * s->setup->sms_active, t->warp_start * b->warp_count);
    const double now = s->started ? fmax(free_since, s->last_start + interval) : free_since;
    Slot *place = &s->slots[slot];
    free(place->warps);
    *place = (Slot){calloc(b->warp_count, sizeof *place->warps), b->warp_count, 0, 0};
    if (!place->warps) return false;
    s->last_start = now;
    s->started++;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        if (!seat_warp(s, &place->warps[i], &b->warps[i], slot, i % s->setup->schedulers, now + i))
            return false;
        place->running += place->warps[i].state == RUN_READY;
    }
    count_active(s, now, (int)b->warp_count);
    if (place->running) return true;
    place->running = 1; // a block without code
    place->warps[0].state = RUN_READY;
    return true;
}

static void unseat(Sm *s, const Slot *slot) {
    for (uint32_t k = 0; k < s->setup->schedulers; k++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < s->scheduler[k].count; i++) {
            Run *r = s->scheduler[k].warps[i];
            if (r < slot->warps || r >= slot->warps + slot->warp_count) s->scheduler[k].warps[n++] = r;
        }
        s->scheduler[k].count = n;
        s->scheduler[k].last = NULL;
        s->scheduler[k].stale = true;
    }
    for (uint32_t i = 0; i < slot->warp_count; i++) free(slot->warps[i].stream.steps);
}

static void open_barrier(Sm *s, Slot *slot, double now) {
    for (uint32_t i = 0; i < slot->warp_count; i++) {
        Run *r = &slot->warps[i];
        if (r->state != RUN_BARRIER) continue;
        r->state = RUN_READY;
        r->ready = now + s->setup->timing->barrier_latency;
        look_ahead(s, r);
        s->scheduler[r->scheduler].stale = true;
    }
    slot->waiting = 0;
}

static bool end_warp(Sm *s, Run *r, double now) {
    Slot *slot = &s->slots[r->slot];
    r->state = RUN_DONE;
    slot->running--;
    s->now = fmax(s->now, now);
    if (slot->running && slot->waiting == slot->running) open_barrier(s, slot, now);
    if (slot->running) return true;
    count_active(s, now, -(int)slot->warp_count);
    unseat(s, slot);
    s->ends[s->finished++] = now;
    return start_block(s, r->slot, now + s->setup->timing->block_end);
}

// ---- Issue

static double unit_cycles(const Timing *t, const MachineInstruction *i) {
    enum { WIDE_PRODUCT = 0x25, HIGH_PRODUCT = 0x27 };
    if (i->operation == WIDE_PRODUCT || i->operation == HIGH_PRODUCT) return t->wide_product_cycles;
    switch (i->unit) {
    case UNIT_FMA: return t->fma_cycles;
    case UNIT_ALU: return t->alu_cycles;
    case UNIT_IMAD: return t->imad_cycles;
    case UNIT_FP64: return t->fp64_cycles;
    case UNIT_SPECIAL: return t->special_cycles;
    case UNIT_UNIFORM: return t->uniform_cycles;
    case UNIT_TENSOR: return t->tensor_cycles;
    default: return 0;
    }
}

static bool of_memory(uint8_t unit) {
    return unit == UNIT_GLOBAL || unit == UNIT_LOCAL || unit == UNIT_SHARED || unit == UNIT_SHUFFLE;
}

static const MachineInstruction *next_of(const Sm *s, const Run *r) {
    const MachineBlock *b = &s->setup->code->blocks[r->stream.steps[r->step].block];
    return &s->setup->code->instructions[b->first + r->at];
}

// When the warp's next instruction could be issued if its unit were free.
static void look_ahead(const Sm *s, Run *r) {
    const MachineInstruction *i = next_of(s, r);
    r->unit = i->unit;
    r->free_at = r->ready;
    r->free_reason = SPENT_WAIT;
    for (int k = 0; k < SCOREBOARDS; k++)
        if (i->waits >> k & 1 && r->board[k] > r->free_at)
            r->free_at = r->board[k], r->free_reason = r->board_reason[k];
}

// When the warp's next instruction can be issued, and what it waits for until then.
static double ready_at(const Sm *s, const Run *r, uint8_t *reason) {
    double at = r->free_at;
    *reason = r->free_reason;
    const double unit = s->scheduler[r->scheduler].unit[r->unit];
    if (unit > at) at = unit, *reason = SPENT_UNIT;
    if (of_memory(r->unit)) {
        const double queue = s->memory.lsu_free - s->setup->timing->lsu_queue;
        if (queue > at) at = queue, *reason = SPENT_QUEUE;
    }
    return at;
}

static void choose(Sm *s, uint32_t k) {
    Run *best = NULL;
    double best_at = INFINITY;
    const double free = s->scheduler[k].free;
    for (uint32_t i = 0; i < s->scheduler[k].count; i++) {
        Run *r = s->scheduler[k].warps[i];
        uint8_t reason;
        if (r->state != RUN_READY) continue;
        const double at = fmax(ready_at(s, r, &reason), free);
        const bool sooner = at < best_at;
        const bool preferred = at == best_at && (r == s->scheduler[k].last ||
                                                 (best != s->scheduler[k].last && r->order < best->order));
        if (sooner || preferred) best = r, best_at = at;
    }
    s->scheduler[k].candidate = best;
    s->scheduler[k].at = best_at;
    s->scheduler[k].stale = false;
}

// What the scheduler waited for: what the warp that came first waited for.
static void count_gap(Sm *s, uint32_t k, const Run *r, uint32_t number, double at) {
    const double gap = at - s->scheduler[k].free;
    uint8_t reason;
    if (gap <= 0) return;
    ready_at(s, r, &reason);
    bool barrier = false;
    for (uint32_t i = 0; i < s->scheduler[k].count && !barrier; i++)
        barrier = s->scheduler[k].warps[i]->state == RUN_BARRIER;
    if (barrier && (reason == SPENT_WAIT || r->barrier_since > 0) && r->ready >= at) reason = SPENT_BARRIER;
    s->result->spent[reason] += gap;
    s->result->waited[number] += gap;
}

static void set_board(Run *r, uint8_t board, double at, uint8_t reason) {
    if (board >= SCOREBOARDS || at <= r->board[board]) return;
    r->board[board] = at;
    r->board_reason[board] = reason;
}

static void use_memory(Sm *s, Run *r, const MachineInstruction *i, uint32_t number, double at) {
    const Access access = records_take(&r->records, stream_site(s->setup->map, number), i);
    const Served served = memory_serve(&s->memory, i, &access, at, r->order);
    const uint8_t reason = i->unit == UNIT_GLOBAL || i->unit == UNIT_LOCAL ? SPENT_MEMORY : SPENT_SHORT;
    set_board(r, i->sets, served.done, reason);
    set_board(r, i->frees, served.read, SPENT_SHORT);
}

static double latency_of(const Timing *t, uint8_t unit) {
    switch (unit) {
    case UNIT_SPECIAL: return t->special_latency;
    case UNIT_REGISTER: return t->register_latency;
    case UNIT_CONSTANT: return t->constant_latency;
    case UNIT_FP64: return t->fp64_latency;
    case UNIT_TENSOR: return t->special_latency * 2;
    default: return t->special_latency;
    }
}

// The warp goes on to its next instruction. False when memory runs out.
static bool advance(Sm *s, Run *r, double at) {
    const MachineBlock *b = &s->setup->code->blocks[r->stream.steps[r->step].block];
    if (++r->at == b->count) {
        r->at = 0;
        r->step++;
        if (r->step < r->stream.count) records_next(&r->records, &r->stream.steps[r->step]);
    }
    if (r->step < r->stream.count) {
        look_ahead(s, r);
        return true;
    }
    if (r->state == RUN_BARRIER) s->slots[r->slot].waiting--;
    return end_warp(s, r, at + 1);
}

static bool issue(Sm *s, uint32_t k) {
    Run *r = s->scheduler[k].candidate;
    const double at = s->scheduler[k].at;
    const Timing *t = s->setup->timing;
    if (!r->stream.count) return end_warp(s, r, at + 1);
    const MachineInstruction *i = next_of(s, r);
    const uint32_t number = (uint32_t)(i - s->setup->code->instructions);
    count_gap(s, k, r, number, at);
    s->result->spent[SPENT_ISSUED]++;
    s->result->instructions++;
    s->result->issued[number]++;
    const double cycles = unit_cycles(t, i);
    s->scheduler[k].unit[i->unit] = at + cycles;
    s->result->busy[i->unit] += cycles;
    s->scheduler[k].free = at + 1;
    s->scheduler[k].last = r;
    r->ready = at + (i->stall ? i->stall : 1);
    r->barrier_since = 0;
    if (i->target >= 0 || i->operation == 0x141) r->ready = fmax(r->ready, at + t->branch_latency);
    if (of_memory(i->unit)) {
        use_memory(s, r, i, number, at);
    } else if (i->unit == UNIT_BARRIER) {
        Slot *slot = &s->slots[r->slot];
        r->state = RUN_BARRIER;
        r->barrier_since = at;
        slot->waiting++;
        s->barrier_free = fmax(s->barrier_free, at) + t->barrier_cycles;
        if (slot->waiting == slot->running) open_barrier(s, slot, s->barrier_free);
    } else {
        set_board(r, i->sets, at + latency_of(t, i->unit) + cycles, SPENT_SHORT);
        set_board(r, i->frees, at + 4, SPENT_SHORT);
    }
    return advance(s, r, at);
}

// Warps that wait at a barrier for others that are not in the trace go on.
static bool unlock(Sm *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->setup->resident; i++)
        if (s->slots[i].waiting) open_barrier(s, &s->slots[i], s->now), any = true;
    return any;
}

static bool run_all(Sm *s) {
    for (;;) {
        uint32_t best = 0;
        for (uint32_t k = 0; k < s->setup->schedulers; k++) {
            if (s->scheduler[k].stale) choose(s, k);
            if (!s->scheduler[k].candidate) continue;
            // What others have done to the load-store unit meanwhile is looked at when its turn comes.
            if (!s->scheduler[best].candidate || s->scheduler[k].at < s->scheduler[best].at) best = k;
        }
        if (!s->scheduler[best].candidate) {
            if (!unlock(s)) return true;
            continue;
        }
        const double planned = s->scheduler[best].at;
        choose(s, best);
        if (s->scheduler[best].at > planned) continue;
        s->now = fmax(s->now, planned);
        if (!issue(s, best)) return false;
        s->scheduler[best].stale = true;
    }
}

// The time for all blocks from that of those in the trace: while blocks start as others end, they come at a steady
// pace; the first and the last of them are there once. The pace is counted from the last end among the first blocks to
// the first end among the last. Where blocks stay in step that is up to a third slower than whole rounds
// are; with whole rounds the labs' marches come out 15 % too fast.
static double extrapolate(const Sm *s) {
    const double all = s->now;
    const uint32_t n = s->finished, resident = s->setup->resident;
    if (!n || s->setup->total_blocks <= n) return all;
    const double more = (double)(s->setup->total_blocks - n);
    if (n < 2 * resident + 1) return all + more * (all / n);
    const uint32_t from = resident - 1, to = n - resident;
    return all + more * (s->ends[to] - s->ends[from]) / (to - from);
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static bool prepare(Sm *s, uint32_t count) {
    const SmSetup *setup = s->setup;
    s->slots = calloc(setup->resident, sizeof *s->slots);
    s->ends = calloc(count + 1, sizeof *s->ends);
    s->result->issued = calloc(2 * ((size_t)setup->code->count + 1), sizeof *s->result->issued);
    s->result->waited = s->result->issued ? s->result->issued + setup->code->count + 1 : NULL;
    if (!s->slots || !s->ends || !s->result->issued || !memory_begin(&s->memory, setup, s->result))
        return false;
    for (uint32_t i = 0; i < setup->resident && i < count; i++)
        if (!start_block(s, i, 0)) return false;
    return true;
}

bool sm_run(const SmSetup *setup, const BlockTrace *const *blocks, uint32_t count, SmResult *out) {
    *out = (SmResult){0};
    Sm s = {.setup = setup, .result = out, .blocks = blocks, .block_count = count};
    const bool good = prepare(&s, count) && run_all(&s);
    if (good) {
        qsort(s.ends, s.finished, sizeof *s.ends, by_value);
        count_active(&s, s.now, 0);
        out->blocks = s.finished;
        out->simulated = s.now;
        out->cycles = extrapolate(&s);
        out->warps_active = s.now > 0 ? s.active_sum / s.now : 0;
        for (uint32_t k = 0; k < setup->schedulers; k++)
            out->spent[SPENT_EMPTY] += s.now - fmin(s.now, s.scheduler[k].free);
    }
    for (uint32_t i = 0; s.slots && i < setup->resident; i++) free(s.slots[i].warps);
    for (uint32_t k = 0; k < MAX_SCHEDULERS; k++) free(s.scheduler[k].warps);
    memory_end(&s.memory);
    free(s.slots), free(s.ends);
    return good;
}

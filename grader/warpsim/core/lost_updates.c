// Lost updates: a thread loads a word, another one stores to it, and the first stores what it has made of the old value.
//
// Accesses that are volatile or relaxed do not race with each other, and in the usual orders no other warp runs between the two.
// Under WARPSIM_INTERLEAVED a warp's turn ends behind each such load, so that all others come between. A store that
// undoes another one is kept in Worker.lost, and is a finding when the result turns out to be another.
#include "grader/warpsim/core/lost_updates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/special.h"

enum { LOADS = 8 }; // that a warp remembers

// What the lanes of the mask have found at their addresses, which are generic.
typedef struct {
    u32 mask;
    u64 address[LANES], value[LANES];
} SeenLoad;

struct SeenLoads {
    SeenLoad load[LOADS];
    u32 next;
};

static bool is_interleaved(const Warp *w) {
    return w->worker->launch->schedule == WARPSIM_INTERLEAVED;
}

static u64 generic_address(const Op *op, u64 address) {
    return op->kind == SPACE_SHARED && address < WINDOW_SIZE ? SHARED_WINDOW + address : address;
}

// False where no such memory is: another check says so.
static bool value_at(const Warp *w, u64 address, u32 width, u64 *value) {
    const ThreadBlock *b = w->thread_block;
    const u64 in_window = address & (WINDOW_SIZE - 1);
    const Arena *arena = w->worker->launch->arena;
    *value = 0;
    if (address >> 40 == SHARED_WINDOW >> 40) {
        if (in_window >= b->shared_bytes || width > b->shared_bytes - in_window) return false;
        memcpy(value, b->shared + in_window, width);
        return true;
    }
    if (address < DEVICE_ADDRESS_BASE || !arena_contains(arena, address, width)) return false;
    memcpy(value, arena_at(arena, address), width);
    return true;
}

void run_before_strong_load(Warp *w, const Op *op) {
    if (!is_interleaved(w) || !w->mask) return;
    if (!w->seen) w->seen = calloc(1, sizeof *w->seen);
    if (!w->seen) return;
    const u64 *base = lanes_of(w, op->a);
    SeenLoad *load = &w->seen->load[w->seen->next++ % LOADS];
    load->mask = 0;
    EACH_LANE_OF(w->mask, i) {
        load->address[i] = generic_address(op, base[i] + (u64)op->imm);
        load->mask |= (u32)value_at(w, load->address[i], op->width, &load->value[i]) << i;
    }
}

void run_strong_load(Warp *w, const Op *op) {
    (void)op;
    if (!is_interleaved(w) || !w->mask) return;
    w->turn = 0;
    w->worker->gave_way = true;
}

static void note_lost(Warp *w, const Op *op, u32 lane, bool shared) {
    Worker *worker = w->worker;
    const u64 launch = worker->launch->launch_number;
    if (findings_find(&worker->lost, CHECK_RACE, w->function, op->instruction, launch) ||
        findings_find(&worker->findings, CHECK_RACE, w->function, op->instruction, launch))
        return;
    Finding *f = note_lane(w, op, CHECK_RACE, lane);
    if (!f) return;
    f->facts = (shared ? FOUND_SHARED : FOUND_GLOBAL) | FOUND_WRITES | FOUND_OTHER_WRITES;
    snprintf(
        f->message, sizeof f->message,
        "A lost update in %s memory: this thread has loaded a value, and stores what it has made of it. Between the "
        "two another thread has stored to the same place, and that is undone.",
        shared ? "shared" : "global");
    snprintf(
        f->next, sizeof f->next,
        "Use one atomic operation for it, such as atomicAdd(). That both accesses are volatile does not make one "
        "step of them.");
    findings_surface(&worker->lost, &worker->findings, CHECK_RACE, w->function, op->instruction, launch);
}

static bool defines(const PtxInstruction *in, int reg) {
    return count_results(in) && in->operand[0].kind == OPERAND_REG && in->operand[0].reg == reg;
}

// Looked for backwards, in the order of the text.
static bool comes_from_load(const PtxFunction *f, u32 index, const PtxOperand *value, int steps) {
    if (value->kind != OPERAND_REG || value->reg < 0 || !steps) return false;
    while (index && !defines(&f->code[index - 1], value->reg)) index--;
    if (!index) return false;
    const PtxInstruction *in = &f->code[--index];
    if (named(in, "ld")) return is_strong(in);
    for (int k = 1; k < in->operand_count; k++)
        if (comes_from_load(f, index, &in->operand[k], steps - 1)) return true;
    return false;
}

bool stores_what_it_loaded(const PtxFunction *f, u32 store) {
    enum { MOST_STEPS = 4 };
    return comes_from_load(f, store, &f->code[store].operand[1], MOST_STEPS);
}

// The last load that the lane has made there.
static SeenLoad *load_of(struct SeenLoads *seen, u32 lane, u64 address) {
    for (u32 k = 1; k <= LOADS; k++) {
        SeenLoad *load = &seen->load[(seen->next - k) % LOADS];
        if (load->mask >> lane & 1 && load->address[lane] == address) return load;
    }
    return NULL;
}

void run_before_strong_store(Warp *w, const Op *op) {
    if (!is_interleaved(w) || !w->seen || !w->mask) return;
    const u64 *base = lanes_of(w, op->a);
    const u8 *values = lanes_of(w, op->d);
    EACH_LANE_OF(w->mask, i) {
        const u64 address = generic_address(op, base[i] + (u64)op->imm);
        SeenLoad *load = load_of(w->seen, i, address);
        u64 now, stored = 0;
        if (!load || !value_at(w, address, op->width, &now)) continue;
        memcpy(&stored, values + i * (op->flags & ACCESS_WIDE ? sizeof(u64) : sizeof(u32)), op->width);
        load->mask &= ~(1u << i);
        if (now != load->value[i] && (now != stored || op->more[3]))
            note_lost(w, op, i, address >> 40 == SHARED_WINDOW >> 40);
    }
}

void lost_updates_start(Warp *w) {
    for (u32 k = 0; w->seen && k < LOADS; k++) w->seen->load[k].mask = 0;
}

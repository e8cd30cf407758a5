// What threads of a warp or of a block do together: shuffles, votes, matches, reductions, barriers.
#include "tests/differential/evaluate.h"
#include "tests/differential/machine.h"

enum { LANES = 32 };

static Thread *lane_of(Machine *m, uint32_t warp, uint32_t lane) {
    const uint32_t i = warp * LANES + lane;
    return i < m->thread_count && m->threads[i].state != STATE_GONE ? &m->threads[i] : NULL;
}

static bool predicate(Machine *m, Thread *t, const Instruction *in, int argument) {
    return read_argument(m, t, in, argument, 1) != in->arguments[argument].negated;
}

// The operand of every lane of the group; 0 of the others.
static void gather(Machine *m, const Instruction *in, Thread *lanes[LANES], int argument, int bits,
                   uint64_t values[LANES]) {
    for (int i = 0; i < LANES; i++) {
        values[i] = 0;
        if (!lanes[i]) continue;
        values[i] =
            bits == 1 ? predicate(m, lanes[i], in, argument) : read_argument(m, lanes[i], in, argument, bits);
    }
}

// shfl.sync d|p, a, b, c, mask, as its pseudocode goes
static void shuffle(Machine *m, const Instruction *in, Thread *lanes[LANES]) {
    uint64_t values[LANES], b[LANES], c[LANES];
    gather(m, in, lanes, 1, 32, values);
    gather(m, in, lanes, 2, 32, b);
    gather(m, in, lanes, 3, 32, c);
    for (int lane = 0; lane < LANES; lane++) {
        if (!lanes[lane]) continue;
        const int bval = (int)b[lane] & 31, cval = (int)c[lane] & 31, segment = (int)(c[lane] >> 8) & 31;
        const int max_lane = (lane & segment) | (cval & ~segment), min_lane = lane & segment;
        int from;
        bool inside;
        if (in->words[W_up])
            from = lane - bval, inside = from >= max_lane;
        else if (in->words[W_down])
            from = lane + bval, inside = from <= max_lane;
        else if (in->words[W_bfly])
            from = lane ^ bval, inside = from <= max_lane;
        else
            from = min_lane | (bval & ~segment), inside = from <= max_lane;
        if (!inside) from = lane;
        if (!lanes[from]) machine_fail(m, in, "a shuffle from a lane that is not there");
        write_register(m, lanes[lane], in->arguments[0].reg, values[from]);
        if (in->arguments[0].second >= 0) write_register(m, lanes[lane], in->arguments[0].second, inside);
    }
}

static void vote(Machine *m, const Instruction *in, Thread *lanes[LANES]) {
    uint64_t values[LANES], ballot = 0, all = 0;
    gather(m, in, lanes, 1, 1, values);
    for (int i = 0; i < LANES; i++) {
        ballot |= values[i] << i;
        if (lanes[i]) all |= 1ull << i;
    }
    const uint64_t d = in->words[W_ballot] ? ballot
                       : in->words[W_all]  ? ballot == all
                       : in->words[W_any]  ? ballot != 0
                                           : ballot == all || ballot == 0;
    for (int i = 0; i < LANES; i++)
        if (lanes[i]) write_register(m, lanes[i], in->arguments[0].reg, d);
}

static void match(Machine *m, const Instruction *in, Thread *lanes[LANES]) {
    uint64_t values[LANES], everybody = 0;
    gather(m, in, lanes, 1, in->types[0].bits, values);
    for (int i = 0; i < LANES; i++)
        if (lanes[i]) everybody |= 1ull << i;
    for (int i = 0; i < LANES; i++) {
        if (!lanes[i]) continue;
        uint64_t same = 0;
        for (int k = 0; k < LANES; k++)
            if (lanes[k] && values[k] == values[i]) same |= 1ull << k;
        const bool all = same == everybody;
        write_register(m, lanes[i], in->arguments[0].reg, in->words[W_any] ? same : all ? everybody : 0);
        if (in->arguments[0].second >= 0) write_register(m, lanes[i], in->arguments[0].second, all);
    }
}

static void reduce(Machine *m, const Instruction *in, Thread *lanes[LANES]) {
    uint64_t values[LANES], d = 0;
    bool first = true;
    gather(m, in, lanes, 1, 32, values);
    for (int i = 0; i < LANES; i++) {
        if (!lanes[i]) continue;
        d = first ? values[i] : evaluate_atomic(in, d, values[i], 0);
        first = false;
    }
    for (int i = 0; i < LANES; i++)
        if (lanes[i]) write_register(m, lanes[i], in->arguments[0].reg, d);
}

// The lanes that wait at the same operation as this one, when all that its mask names do; else false.
static bool group_of(Machine *m, uint32_t warp, uint32_t lane, const Instruction *in, Thread *lanes[LANES]) {
    Thread *t = lane_of(m, warp, lane);
    const uint64_t mask = read_argument(m, t, in, in->argument_count - 1, 32);
    if (!(mask >> lane & 1)) machine_fail(m, in, "a mask without the lane itself");
    for (uint32_t i = 0; i < LANES; i++) {
        lanes[i] = mask >> i & 1 ? lane_of(m, warp, i) : NULL;
        if (lanes[i] && (lanes[i]->state != STATE_AT_WARP || lanes[i]->pc != t->pc)) return false;
        if (lanes[i] && read_argument(m, lanes[i], in, in->argument_count - 1, 32) != mask)
            machine_fail(m, in, "different masks");
    }
    return true;
}

static bool proceed_warp(Machine *m, uint32_t warp) {
    for (uint32_t lane = 0; lane < LANES; lane++) {
        Thread *t = lane_of(m, warp, lane), *lanes[LANES];
        if (!t || t->state != STATE_AT_WARP) continue;
        const Instruction *in = &m->source->code[t->pc];
        if (!group_of(m, warp, lane, in, lanes)) continue;
        switch (in->opcode) {
        case I_shfl: shuffle(m, in, lanes); break;
        case I_vote: vote(m, in, lanes); break;
        case I_match: match(m, in, lanes); break;
        case I_redux: reduce(m, in, lanes); break;
        default: break; // bar.warp.sync
        }
        for (int i = 0; i < LANES; i++)
            if (lanes[i]) lanes[i]->pc++, lanes[i]->state = STATE_RUNS;
        return true;
    }
    return false;
}

// bar.sync 0 and bar.red.OP d, 0, p
static bool proceed_barrier(Machine *m) {
    const Instruction *in = NULL;
    uint64_t count = 0, threads = 0;
    for (uint32_t i = 0; i < m->thread_count; i++) {
        Thread *t = &m->threads[i];
        if (t->state == STATE_GONE) continue;
        if (t->state != STATE_AT_BARRIER || (in && in != &m->source->code[t->pc])) return false;
        in = &m->source->code[t->pc];
        threads++;
        if (in->words[W_red]) count += predicate(m, t, in, 2);
    }
    if (!in) return false;
    const uint64_t d = in->words[W_popc] ? count : in->words[W_and] ? count == threads : count != 0;
    for (uint32_t i = 0; i < m->thread_count; i++) {
        Thread *t = &m->threads[i];
        if (t->state == STATE_GONE) continue;
        if (in->words[W_red]) write_register(m, t, in->arguments[0].reg, d);
        t->pc++;
        t->state = STATE_RUNS;
    }
    return true;
}

bool machine_proceed(Machine *m) {
    bool any = false;
    for (uint32_t w = 0; w * LANES < m->thread_count; w++)
        while (!m->result->error[0] && proceed_warp(m, w)) any = true;
    return any || proceed_barrier(m);
}

// Applies the rules of definedness to an instruction of a warp: what is undefined is staged, to be kept once it has run.
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/definedness_rules.h"

// ---- Results

static void stage_register(DefinednessStep *s, int reg, u32 lane, u64 bits) {
    Staged *t = s->staged;
    u32 row, i = 0;
    if (reg < 0 || !register_row(s->w, reg, &row)) return;
    while (i < t->count && t->result[i].row != row) i++;
    if (i == MAX_STAGED) return;
    if (i == t->count) t->result[t->count++].row = row, t->result[i].lanes = t->result[i].undefined = 0;
    t->result[i].lanes |= 1u << lane;
    bits &= undefined_ones(ptx_type_size(s->f->registers[reg].type));
    if (!bits) return;
    s->w->worker->undefined_steps++;
    t->result[i].undefined |= 1u << lane;
    t->result[i].value[lane] = (UndefinedValue){bits, s->from};
}

static void stage(DefinednessStep *s, const PtxOperand *o, u32 lane, u64 bits) {
    if (o->kind == OPERAND_REG) {
        stage_register(s, o->reg, lane, bits);
        stage_register(s, o->paired, lane, bits ? 1 : 0);
    }
    for (int i = 0; i < o->count && o->elements; i++) stage(s, &o->elements[i], lane, bits);
}

static void stage_results(DefinednessStep *s, u32 lane, u64 bits) {
    for (int k = 0; k < s->results; k++) stage(s, &s->in->operand[k], lane, bits);
}

// mov {a, b}, d
static void stage_unpacked(DefinednessStep *s, u32 lane) {
    const PtxOperand *v = &s->in->operand[0];
    const u64 bits = undefined_in(s, &s->in->operand[1], lane);
    const int whole = ptx_type_size(type_suffix(s->in, 0)), each = whole / (v->count ? v->count : 1);
    for (int i = 0; i < v->count; i++)
        stage(s, &v->elements[i], lane, bits >> 8 * each * i & undefined_ones(each));
}

// ---- The instruction

static u32 undefined_lanes(const Warp *w, const PtxOperand *o) {
    u32 row, lanes = 0;
    if ((o->kind == OPERAND_REG || o->kind == OPERAND_ADDRESS) && o->reg >= 0 &&
        register_row(w, o->reg, &row))
        lanes = w->definedness->lanes[row];
    for (int i = 0; i < o->count && o->elements; i++) lanes |= undefined_lanes(w, &o->elements[i]);
    return lanes;
}

static void set_defined(Warp *w, const PtxOperand *o, u32 lanes) {
    u32 row;
    if (o->kind == OPERAND_REG && register_row(w, o->reg, &row)) w->definedness->lanes[row] &= ~lanes;
    if (o->kind == OPERAND_REG && o->paired >= 0 && register_row(w, o->paired, &row))
        w->definedness->lanes[row] &= ~lanes;
    for (int i = 0; i < o->count && o->elements; i++) set_defined(w, &o->elements[i], lanes);
}

static bool has_effect(const PtxInstruction *in) {
    return count_results(in) == 0 || named(in, "atom") || named(in, "call") || named(in, "mbarrier");
}

// The lanes that carry it out. Those in which that is undefined keep a value that is, too.
static u32 lanes_of_guard(DefinednessStep *s) {
    const PtxInstruction *in = s->in;
    if (in->guard < 0) return s->w->mask;
    const PtxOperand guard = {
        .kind = OPERAND_REG, .reg = in->guard, .paired = -1, .negated = in->guard_negated};
    const u32 undefined = undefined_lanes(s->w, &guard) & s->w->mask;
    u32 mask = 0;
    EACH_LANE_OF(s->w->mask, lane) {
        mask |= (u32)definedness_value(s, &guard, lane) << lane;
    }
    if (!undefined) return mask;
    EACH_LANE_OF(undefined, lane) {
        undefined_in(s, &guard, lane);
        if (has_effect(in)) {
            note_use(s->w, USE_BRANCH, s->instruction, lane, &s->from);
            return mask;
        }
        stage_results(s, lane, ~0ull);
    }
    return mask & ~undefined;
}

static void note_addresses(DefinednessStep *s) {
    const PtxInstruction *in = s->in;
    const bool fetches = named(in, "tex") || named(in, "tld4") || named(in, "suld") || named(in, "sust");
    for (int k = 0; k < in->operand_count; k++) {
        const PtxOperand *o = &in->operand[k];
        if (o->kind != OPERAND_ADDRESS && !(fetches && k >= s->results)) continue;
        const u32 lanes = undefined_lanes(s->w, o) & s->mask;
        if (!lanes) continue;
        const u32 lane = (u32)__builtin_ctz(lanes);
        if (o->kind == OPERAND_ADDRESS)
            undefined_in_register(s, o->reg, lane);
        else
            undefined_in(s, o, lane);
        note_use(s->w, USE_ADDRESS, s->instruction, lane, &s->from);
    }
}

static bool is_memory(const PtxInstruction *in) {
    return named(in, "ld") || named(in, "ldu") || named(in, "st") || named(in, "atom") || named(in, "red");
}

static bool carries(const PtxInstruction *in) {
    return ptx_has_suffix(in, "cc") || named(in, "addc") || named(in, "subc") || named(in, "madc");
}

// The carry flag: undefined sources make it so, and what takes it in is.
static u64 with_carry(DefinednessStep *s, u32 lane, u64 bits) {
    Definedness *d = s->w->definedness;
    const bool takes = named(s->in, "addc") || named(s->in, "subc") || named(s->in, "madc");
    if (takes && !bits && d->carry >> lane & 1) bits = ~0ull, s->from = d->carry_from;
    if (!ptx_has_suffix(s->in, "cc")) return bits;
    d->carry = (d->carry & ~(1u << lane)) | (u32)(bits != 0) << lane;
    if (bits) d->carry_from = s->from;
    return bits;
}

void definedness_stage(Warp *w, const PtxInstruction *in, u32 instruction, Staged *staged) {
    DefinednessStep s = {.w = w,
                         .in = in,
                         .f = w->function->ptx,
                         .instruction = instruction,
                         .results = (int)count_results(in),
                         .staged = staged};
    staged->count = 0;
    s.mask = lanes_of_guard(&s);
    u32 lanes = 0;
    for (int k = 0; k < in->operand_count; k++)
        if (k >= s.results || in->operand[k].kind == OPERAND_ADDRESS)
            lanes |= undefined_lanes(w, &in->operand[k]);
    if (lanes & s.mask) note_addresses(&s);
    if (is_memory(in) || s.results == 0) return;
    const bool across = named(in, "shfl") || named(in, "vote") || named(in, "redux") || named(in, "match");
    const bool carry = carries(in) && (w->definedness->carry & s.mask);
    if (!(lanes & s.mask) && !carry) {
        for (int k = 0; k < s.results; k++) set_defined(w, &in->operand[k], s.mask);
        return;
    }
    bool computes;
    DefinednessRule *rule = definedness_rule(in, &computes);
    const bool unpacks = named(in, "mov") && in->operand[0].kind == OPERAND_VECTOR;
    EACH_LANE_OF(s.mask, lane) {
        if (unpacks) {
            stage_unpacked(&s, lane);
            continue;
        }
        if (!across && !carry && !(lanes >> lane & 1)) {
            stage_results(&s, lane, 0);
            continue;
        }
        u64 bits = rule(&s, lane);
        s.from.computed |= computes;
        if (carries(in)) bits = with_carry(&s, lane, bits);
        stage_results(&s, lane, bits);
    }
}

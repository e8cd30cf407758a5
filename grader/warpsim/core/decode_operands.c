// Decoding operands: registers, immediates, special registers, addresses of variables.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/memory.h"

static void *grown(void *list, u32 count, u32 *room, size_t size) {
    if (count < *room) return list;
    *room = *room ? 2 * *room : 64;
    return realloc(list, *room * size);
}

Op *emit(Decoder *d, OpRun *run) {
    static Op lost; // written to when memory has run out
    OpList *l = d->out;
    Op *list = grown(l->list, l->count, &l->room, sizeof *list);
    if (!list) {
        d->failed = true;
        return &lost;
    }
    l->list = list;
    Op *op = &list[l->count++];
    memset(op, 0, sizeof *op);
    op->run = run;
    op->instruction = d->index;
    return op;
}

Op *emit_code(Decoder *d, OpCode code) {
    return emit(d, d->table->run[code]);
}

void cannot(Decoder *d, const char *why) {
    if (!d->reason[0]) snprintf(d->reason, sizeof d->reason, "%s", why);
}

static Operand add_constant(Decoder *d, u64 value, bool wide) {
    u32 offset = 0;
    if (!lane_constants_find(&d->program->constants, value, wide, &offset)) d->failed = true;
    return operand_in(BANK_CONSTANT, offset);
}

Operand constant_32(Decoder *d, u32 value) {
    return add_constant(d, value, false);
}

Operand constant_64(Decoder *d, u64 value) {
    return add_constant(d, value, true);
}

Operand scratch(Decoder *d) {
    if (d->scratch_next == SCRATCH_SLOTS) {
        cannot(d, "too many operands");
        d->scratch_next = 0;
    }
    return operand_in(BANK_FRAME, d->scratch_base + 256 * d->scratch_next++);
}

static Operand special(Decoder *d, const char *name, int size) {
    static const struct {
        const char *name;
        Bank bank;
        u32 offset;
    } fixed[] = {
        {"%tid.x", BANK_THREAD, THREAD_TID_X},
        {"%tid.y", BANK_THREAD, THREAD_TID_Y},
        {"%tid.z", BANK_THREAD, THREAD_TID_Z},
        {"%laneid", BANK_THREAD, THREAD_LANE},
        {"%warpid", BANK_THREAD, THREAD_WARP},
        {"%lanemask_eq", BANK_THREAD, THREAD_MASK_EQ},
        {"%lanemask_le", BANK_THREAD, THREAD_MASK_LE},
        {"%lanemask_lt", BANK_THREAD, THREAD_MASK_LT},
        {"%lanemask_ge", BANK_THREAD, THREAD_MASK_GE},
        {"%lanemask_gt", BANK_THREAD, THREAD_MASK_GT},
        {"%ctaid.x", BANK_UNIFORM, UNIFORM_CTAID_X},
        {"%ctaid.y", BANK_UNIFORM, UNIFORM_CTAID_Y},
        {"%ctaid.z", BANK_UNIFORM, UNIFORM_CTAID_Z},
        {"%ntid.x", BANK_UNIFORM, UNIFORM_NTID_X},
        {"%ntid.y", BANK_UNIFORM, UNIFORM_NTID_Y},
        {"%ntid.z", BANK_UNIFORM, UNIFORM_NTID_Z},
        {"%nctaid.x", BANK_UNIFORM, UNIFORM_NCTAID_X},
        {"%nctaid.y", BANK_UNIFORM, UNIFORM_NCTAID_Y},
        {"%nctaid.z", BANK_UNIFORM, UNIFORM_NCTAID_Z},
        {"%cluster_ctaid.x", BANK_UNIFORM, UNIFORM_CLUSTER_CTAID},
        {"%cluster_ctaid.y", BANK_UNIFORM, UNIFORM_CLUSTER_CTAID + 128},
        {"%cluster_ctaid.z", BANK_UNIFORM, UNIFORM_CLUSTER_CTAID + 256},
        {"%cluster_nctaid.x", BANK_UNIFORM, UNIFORM_CLUSTER_NCTAID},
        {"%cluster_nctaid.y", BANK_UNIFORM, UNIFORM_CLUSTER_NCTAID + 128},
        {"%cluster_nctaid.z", BANK_UNIFORM, UNIFORM_CLUSTER_NCTAID + 256},
        {"%clusterid.x", BANK_UNIFORM, UNIFORM_CLUSTERID},
        {"%clusterid.y", BANK_UNIFORM, UNIFORM_CLUSTERID + 128},
        {"%clusterid.z", BANK_UNIFORM, UNIFORM_CLUSTERID + 256},
        {"%nclusterid.x", BANK_UNIFORM, UNIFORM_NCLUSTERID},
        {"%nclusterid.y", BANK_UNIFORM, UNIFORM_NCLUSTERID + 128},
        {"%nclusterid.z", BANK_UNIFORM, UNIFORM_NCLUSTERID + 256},
        {"%cluster_ctarank", BANK_UNIFORM, UNIFORM_CLUSTER_CTARANK},
        {"%cluster_nctarank", BANK_UNIFORM, UNIFORM_CLUSTER_NCTARANK},
        {"%nwarpid", BANK_UNIFORM, UNIFORM_WARPS},
        {"%smid", BANK_UNIFORM, UNIFORM_SMID},
        {"%nsmid", BANK_UNIFORM, UNIFORM_SM_COUNT},
        {"%dynamic_smem_size", BANK_UNIFORM, UNIFORM_DYNAMIC_SHARED},
        {"%total_smem_size", BANK_UNIFORM, UNIFORM_TOTAL_SHARED},
        {"%reserved_smem_offset_1", BANK_UNIFORM, UNIFORM_RESERVED_SHARED},
        {"%gridid", BANK_UNIFORM, UNIFORM_GRID},
        {"%envreg1", BANK_UNIFORM, UNIFORM_WORKSPACE_HIGH},
        {"%envreg2", BANK_UNIFORM, UNIFORM_WORKSPACE_LOW},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(name, fixed[i].name) == 0) {
            d->f->asks_for_grid_barrier |= fixed[i].offset == UNIFORM_WORKSPACE_LOW;
            d->f->reserved_shared |= fixed[i].offset == UNIFORM_RESERVED_SHARED;
            return operand_in(fixed[i].bank, fixed[i].offset);
        }
    static const struct {
        const char *name;
        u8 kind;
    } clocks[] = {
        {"%clock", 0}, {"%clock64", 1}, {"%globaltimer", 2}, {"%clock_hi", 3}, {"%globaltimer_lo", 4}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        if (strcmp(name, clocks[i].name) != 0) continue;
        Op *op = emit(d, run_clock);
        op->kind = clocks[i].kind;
        op->width = (u8)size;
        return op->d = scratch(d);
    }
    char why[120];
    snprintf(why, sizeof why, "the special register %.80s", name);
    cannot(d, why);
    return constant_32(d, 0);
}

// Address of a variable in its own space.
static u64 variable_address(Decoder *d, const PtxVariable *v) {
    if (v->space == SPACE_GLOBAL || v->space == SPACE_CONST) {
        const Allocation *a = v->user;
        if (a) return a->base;
        cannot(d, "a variable that is only declared (extern)");
        return 0;
    }
    if (v->space == SPACE_PARAM && d->f->ptx->is_entry && param_of_kernel(d->ptx, v))
        return KERNEL_PARAMS + v->offset;
    if (v->space == SPACE_PARAM) return param_row_offset(d, v);
    return (u64)(uintptr_t)v->user; // shared and local: laid out before decoding
}

bool param_of_kernel(const PtxFunction *f, const PtxVariable *v) {
    return f->is_entry && f->param_count && v >= f->params && v < f->params + f->param_count;
}

bool symbol_is_dynamic(const PtxVariable *v) {
    return v->space == SPACE_SHARED && v->is_extern;
}

static Operand dynamic_address(Decoder *d, s64 offset, bool wide) {
    const Operand base = operand_in(BANK_UNIFORM, wide ? UNIFORM_DYNAMIC_BASE_64 : UNIFORM_DYNAMIC_BASE_32);
    if (offset == 0) return base;
    const Operand add = wide ? constant_64(d, (u64)offset) : constant_32(d, (u32)offset), sum = scratch(d);
    Op *op = emit_code(d, wide ? OP_add_64 : OP_add_32);
    op->d = sum, op->a = base, op->b = add;
    return sum;
}

static u64 function_address(const Decoder *d, const PtxFunction *callee) {
    for (u32 i = 0; i < d->program->function_count; i++)
        if (d->program->functions[i].ptx == callee) return CODE_WINDOW + 16 * (u64)(i + 1);
    return 0;
}

// A local variable of a device function lies behind those of its callers: imm is where, among the function's
// own.
static void run_local_address(Warp *w, const Op *op) {
    const u64 address = w->local_base + (u64)op->imm;
    if (op->width == 8) {
        u64 *to = lanes_of(w, op->d);
        EACH_LANE(i) {
            to[i] = address;
        }
    } else {
        u32 *to = lanes_of(w, op->d);
        EACH_LANE(i) {
            to[i] = (u32)address;
        }
    }
}

static Operand local_address(Decoder *d, s64 offset, bool wide) {
    Op *op = emit(d, run_local_address);
    op->imm = offset;
    op->width = wide ? 8 : 4;
    return op->d = scratch(d);
}

// A register of the instruction's. One that is too narrow, which the assembler would refuse, would be read
// and written past its end.
static Operand place_of(Decoder *d, const PtxOperand *o, int size) {
    const PtxType type = d->ptx->registers[o->reg].type;
    if (type == PTX_PRED || (size > 4 && ptx_type_size(type) < 8)) cannot(d, "a register of this type");
    return d->place[o->reg];
}

Operand source(Decoder *d, const PtxOperand *o, int size) {
    const bool wide = size > 4;
    const u64 keep = size == 1 ? 0xff : size == 2 ? 0xffff : size == 4 ? 0xffffffff : ~0ull;
    switch (o->kind) {
    case OPERAND_REG: return place_of(d, o, size);
    case OPERAND_SPECIAL: return special(d, o->name, size);
    case OPERAND_INT: return wide ? constant_64(d, (u64)o->imm) : constant_32(d, (u32)((u64)o->imm & keep));
    case OPERAND_F32:
        if (wide) { // a float literal where a double is wanted
            float single;
            memcpy(&single, &o->imm, sizeof single);
            const double value = single;
            u64 bits;
            memcpy(&bits, &value, sizeof bits);
            return constant_64(d, bits);
        }
        return constant_32(d, (u32)o->imm);
    case OPERAND_F64:
        if (!wide) {
            double value;
            memcpy(&value, &o->imm, sizeof value);
            const float single = (float)value;
            u32 bits;
            memcpy(&bits, &single, sizeof bits);
            return constant_32(d, bits);
        }
        return constant_64(d, (u64)o->imm);
    case OPERAND_SYMBOL: {
        if (o->variable && symbol_is_dynamic(o->variable)) return dynamic_address(d, o->imm, wide);
        if (o->variable && o->variable->space == SPACE_LOCAL && !d->ptx->is_entry)
            return local_address(d, (s64)variable_address(d, o->variable) + o->imm, wide);
        const u64 address = (o->function   ? function_address(d, o->function)
                             : o->variable ? variable_address(d, o->variable)
                                           : 0) +
                            (u64)o->imm;
        if (!o->function && !o->variable) cannot(d, "a symbol that the module does not define");
        return wide ? constant_64(d, address) : constant_32(d, (u32)address);
    }
    default: cannot(d, "this form of operand"); return constant_32(d, 0);
    }
}

Operand result_direct(Decoder *d, const PtxOperand *o, int size) {
    if (o->kind == OPERAND_REG) return place_of(d, o, size);
    if (o->kind != OPERAND_SINK) cannot(d, "this form of result");
    return scratch(d);
}

Operand result(Decoder *d, const PtxOperand *o, int size) {
    const Operand to = result_direct(d, o, size);
    if (o->kind != OPERAND_REG || !d->masked[o->reg]) return to;
    if (d->blend_count == MAX_BLENDS) {
        cannot(d, "too many results");
        return to;
    }
    const Operand from = scratch(d);
    d->blend[d->blend_count].to = to;
    d->blend[d->blend_count].from = from;
    d->blend[d->blend_count++].wide = size > 4;
    return from;
}

Operand predicate_of(Decoder *d, const PtxOperand *o) {
    if (o->kind == OPERAND_REG) return d->place[o->reg];
    if (o->kind == OPERAND_INT) return constant_32(d, o->imm ? ALL_LANES : 0);
    if (o->kind != OPERAND_SINK) cannot(d, "this form of predicate");
    return scratch(d);
}

bool has(const Decoder *d, const char *suffix) {
    return ptx_has_suffix(d->in, suffix);
}

PtxType type_suffix(const PtxInstruction *in, int from_end) {
    for (int i = in->suffix_count; i-- > 0;) {
        const PtxType t = ptx_type_named(in->suffix[i]);
        if (t != PTX_NONE && from_end-- == 0) return t;
    }
    return PTX_NONE;
}

PtxSpace space_suffix(const PtxInstruction *in) {
    static const struct {
        const char *name;
        PtxSpace space;
    } spaces[] = {
        {"param", SPACE_PARAM},
        {"const", SPACE_CONST},
        {"global", SPACE_GLOBAL},
        {"local", SPACE_LOCAL},
        {"shared", SPACE_SHARED},
        {"shared::cta", SPACE_SHARED},
        {"shared::cluster", SPACE_SHARED},
        {"param::entry", SPACE_PARAM},
        {"param::func", SPACE_PARAM},
    };
    for (int i = 0; i < in->suffix_count; i++)
        for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
            if (strcmp(in->suffix[i], spaces[k].name) == 0) return spaces[k].space;
    return SPACE_GENERIC;
}

Rounding rounding_suffix(const PtxInstruction *in, bool *to_integral) {
    static const struct {
        const char *name;
        Rounding rounding;
        bool integral;
    } modes[] = {
        {"rn", ROUND_NEAREST, false}, {"rz", ROUND_ZERO, false},          {"rm", ROUND_DOWN, false},
        {"rp", ROUND_UP, false},      {"rna", ROUND_NEAREST_AWAY, false}, {"rni", ROUND_NEAREST, true},
        {"rzi", ROUND_ZERO, true},    {"rmi", ROUND_DOWN, true},          {"rpi", ROUND_UP, true},
    };
    for (int i = 0; i < in->suffix_count; i++)
        for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
            if (strcmp(in->suffix[i], modes[k].name) == 0) {
                if (to_integral) *to_integral = modes[k].integral;
                return modes[k].rounding;
            }
    return ROUND_NONE;
}

bool type_is_float(PtxType t) {
    return t == PTX_F16 || t == PTX_F16X2 || t == PTX_BF16 || t == PTX_BF16X2 || t == PTX_F32 || t == PTX_F64;
}

bool type_is_signed(PtxType t) {
    return t == PTX_S8 || t == PTX_S16 || t == PTX_S32 || t == PTX_S64;
}

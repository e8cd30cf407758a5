// Decoding loads, stores and atomics.
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/lost_updates.h"

u8 scope_suffix(const Decoder *d) {
    return has(d, "cta") ? SCOPE_BLOCK : has(d, "cluster") ? SCOPE_CLUSTER : SCOPE_DEVICE;
}

u32 new_site(Decoder *d, PtxSpace space, bool load, bool store) {
    Program *p = d->program;
    if (d->waits && space != SPACE_LOCAL && !may_be_look(d, d->in, d->index)) emit(d, run_other_access);
    if (p->site_count == p->site_room) {
        const u32 room = p->site_room ? 2 * p->site_room : 64;
        Site *sites = realloc(p->sites, room * sizeof *sites);
        if (!sites) {
            d->failed = true;
            return 0;
        }
        p->sites = sites;
        p->site_room = room;
    }
    p->sites[p->site_count] = (Site){.function = d->f,
                                     .instruction = d->index,
                                     .space = space,
                                     .high = UINT32_MAX,
                                     .is_load = load,
                                     .is_store = store,
                                     .block_scope = space != SPACE_SHARED && scope_suffix(d) == SCOPE_BLOCK};
    return p->site_count++;
}

u32 new_texture_site(Decoder *d, bool store) {
    const u32 site = new_site(d, SPACE_GLOBAL, false, store);
    if (!d->failed) d->program->sites[site].is_texture = true;
    return site;
}

// Byte offset of a parameter or call argument in the function's rows.
u32 param_row_offset(Decoder *d, const PtxVariable *v) {
    (void)d;
    return (u32)(uintptr_t)v->user;
}

void emit_row_access(Decoder *d, Operand value, u32 byte_offset, int width, bool wide, bool write) {
    const Operand address = constant_64(d, byte_offset);
    Op *op = emit_code(d, write ? OP_store_any : OP_load_any);
    op->d = value, op->a = address;
    op->kind = SPACE_PARAM;
    op->width = (u8)width;
    op->count = 1;
    op->flags = wide ? ACCESS_WIDE : 0;
    op->memory = write ? MEMORY_STORE : MEMORY_LOAD;
}

Operand address_of(Decoder *d, const PtxOperand *o, s64 *offset) {
    *offset = o->imm;
    if (o->reg >= 0) {
        const Operand base = d->place[o->reg];
        if (ptx_type_size(d->ptx->registers[o->reg].type) == 8) return base;
        const Operand wide = scratch(d); // shared memory is addressed with 32-bit registers too
        Op *op = emit_code(d, OP_address_32);
        op->d = wide, op->a = base;
        op->imm = o->imm;
        *offset = 0;
        return wide;
    }
    *offset = 0;
    PtxOperand symbol = *o;
    symbol.kind = o->variable || o->function ? OPERAND_SYMBOL : OPERAND_INT;
    if (o->variable && symbol_is_dynamic(o->variable)) {
        *offset = o->imm;
        symbol.imm = 0;
    }
    return source(d, &symbol, 8);
}

int vector_count(const PtxInstruction *in) {
    return ptx_has_suffix(in, "v8") ? 8 : ptx_has_suffix(in, "v4") ? 4 : ptx_has_suffix(in, "v2") ? 2 : 1;
}

bool is_strong(const PtxInstruction *in) {
    return ptx_has_suffix(in, "volatile") || ptx_has_suffix(in, "relaxed") || ptx_has_suffix(in, "acquire") ||
           ptx_has_suffix(in, "release") || ptx_has_suffix(in, "mmio");
}

static bool is_synchronising(const Decoder *d) {
    return is_strong(d->in);
}

// A device function may be called in a loop.
bool may_be_look(const Decoder *d, const PtxInstruction *in, u32 index) {
    if (!d->flow.in_cycle[d->flow.block_of[index]] && d->ptx->is_entry) return false;
    return (named(in, "ld") && is_strong(in)) || named(in, "atom");
}

bool may_wait(const Decoder *d) {
    for (int i = 0; i < d->ptx->code_count; i++)
        if (may_be_look(d, &d->ptx->code[i], (u32)i)) return true;
    return false;
}

// A store or an atomic operation through which a thread may tell others that its data is ready. `fences`: it
// is its own fence.
static void emit_publish(Decoder *d, bool fences) {
    if (fences) emit(d, run_fence)->kind = scope_suffix(d);
    d->f->orders_parts |= fences;
    emit(d, run_publish);
}

// Kernel parameters at a constant offset: the same in all lanes.
static void run_load_param(Warp *w, const Op *op) {
    u64 value = 0;
    memcpy(&value, w->worker->launch->params + op->imm, op->width);
    if (op->flags & ACCESS_SIGNED)
        value = (u64)((s64)(value << (64 - 8 * op->width)) >> (64 - 8 * op->width));
    if (op->flags & ACCESS_WIDE) {
        u64 *to = lanes_of(w, op->d);
        EACH_LANE(i) {
            to[i] = value;
        }
    } else {
        u32 *to = lanes_of(w, op->d);
        EACH_LANE(i) {
            to[i] = (u32)value;
        }
    }
}

static bool register_is_wide(const Decoder *d, const PtxOperand *o, int width) {
    return o->kind == OPERAND_REG ? ptx_type_size(d->ptx->registers[o->reg].type) == 8 : width == 8;
}

static bool decode_kernel_param(Decoder *d, const PtxOperand *value, const PtxOperand *address, PtxType type,
                                int count) {
    const int width = ptx_type_size(type);
    for (int v = 0; v < count; v++) {
        const PtxOperand *to = value->kind == OPERAND_VECTOR ? &value->elements[v] : value;
        const u64 at = address->variable->offset + (u64)address->imm + (u64)(v * width);
        if (at > d->ptx->param_size || (u64)width > d->ptx->param_size - at) {
            cannot(d, "a parameter past the kernel's parameters");
            return true;
        }
        const bool wide = register_is_wide(d, to, width);
        if (width > 4 && !wide) return false;
        const Operand dst = result(d, to, wide ? 8 : 4);
        Op *op = emit(d, run_load_param);
        op->d = dst;
        op->imm = (s64)at;
        op->width = (u8)width;
        op->flags = (u8)((type_is_signed(type) && width < 8 ? ACCESS_SIGNED : 0) | (wide ? ACCESS_WIDE : 0));
    }
    return true;
}

// Fills in what loads and stores have in common. The values are op->d and op->more.
static bool access_values(Decoder *d, Op *shape, const PtxOperand *value, int count, int width, bool load) {
    bool wide = false;
    for (int v = 0; v < count; v++) {
        const PtxOperand *o = value->kind == OPERAND_VECTOR ? &value->elements[v] : value;
        const bool this_wide = register_is_wide(d, o, width);
        if (width > 4 && !this_wide) return false;
        if (v == 0 || o->kind == OPERAND_REG) {
            if (v > 0 && this_wide != wide && value->elements[0].kind == OPERAND_REG) return false;
            wide = this_wide;
        }
    }
    for (int v = 0; v < count; v++) {
        const PtxOperand *o = value->kind == OPERAND_VECTOR ? &value->elements[v] : value;
        const Operand place = load ? result_direct(d, o, wide ? 8 : 4) : source(d, o, wide ? 8 : width);
        if (v == 0)
            shape->d = place;
        else
            shape->more[v - 1] = place;
    }
    if (wide) shape->flags |= ACCESS_WIDE;
    return true;
}

// The access itself, `skip` bytes behind the address: of `count` elements from operand `value`.
static bool emit_access(Decoder *d, bool load, const PtxOperand *value, int count, int skip) {
    const PtxOperand *address = &d->in->operand[load ? 1 : 0];
    const PtxType type = type_suffix(d->in, 0);
    const int width = ptx_type_size(type);
    const PtxSpace space = space_suffix(d->in);
    Op shape = {.kind = (u8)space, .width = (u8)width, .count = (u8)count};
    if (is_synchronising(d) || (load && d->tentative && d->tentative[d->index])) shape.flags |= ACCESS_ATOMIC;
    if (load && d->look[d->index]) shape.flags |= ACCESS_LOOK;
    if (load && d->carried[d->index]) shape.flags |= ACCESS_CARRIED;
    if (load && ptx_has_suffix(d->in, "nc")) shape.flags |= ACCESS_READ_ONLY;
    if (load && type_is_signed(type)) shape.flags |= ACCESS_SIGNED;
    shape.a = address_of(d, address, &shape.imm);
    shape.imm += skip;
    if (!access_values(d, &shape, value, count, width, load)) return false;
    const bool counted =
        space == SPACE_GLOBAL || space == SPACE_SHARED || space == SPACE_GENERIC || space == SPACE_CONST;
    if (counted || space == SPACE_LOCAL) shape.site = new_site(d, space, load, !load);
    if (counted && (space == SPACE_SHARED || space == SPACE_GENERIC)) limit_to_array(d, shape.site, address);
    OpCode code = load ? OP_load_any : OP_store_any;
    if (load && count == 1 && (space == SPACE_GLOBAL || space == SPACE_SHARED)) {
        if (width == 4 && !(shape.flags & ACCESS_WIDE)) code = OP_load_32;
        if (width == 8) code = OP_load_64;
    }
    if (load && counted && may_be_look(d, d->in, d->index)) {
        Op *before = emit(d, run_before_look);
        before->a = shape.a, before->imm = shape.imm, before->site = shape.site;
    }
    const bool strong = counted && space != SPACE_CONST && is_synchronising(d);
    if (strong && count == 1) {
        Op *before = emit(d, load ? run_before_strong_load : run_before_strong_store);
        const u32 instruction = before->instruction;
        OpRun *run = before->run;
        *before = shape;
        before->run = run, before->instruction = instruction;
        if (!load) before->more[3] = stores_what_it_loaded(d->ptx, d->index);
    }
    Op *op = emit_code(d, code);
    OpRun *run = op->run;
    shape.instruction = op->instruction;
    shape.memory = load ? MEMORY_LOAD : MEMORY_STORE;
    *op = shape;
    op->run = run;
    if (strong && load) emit(d, run_strong_load);
    d->f->strong_loads |= strong && load;
    d->f->strong_stores |= strong && !load;
    return true;
}

static bool names_register(const PtxOperand *list, int count, int reg) {
    for (int i = 0; i < count; i++)
        if (list[i].kind == OPERAND_REG && list[i].reg == reg) return true;
    return false;
}

// 32 bytes a thread are two accesses of 16. A half whose results include the address comes last.
static bool emit_two_accesses(Decoder *d, bool load, const PtxOperand *value, int count) {
    const int bytes = ptx_type_size(type_suffix(d->in, 0)) * count / 2;
    const int reg = d->in->operand[load ? 1 : 0].reg;
    PtxOperand half[2] = {*value, *value};
    half[0].count = half[1].count = count / 2;
    half[1].elements += count / 2;
    const int first = load && names_register(half[0].elements, count / 2, reg);
    return emit_access(d, load, &half[first], count / 2, first * bytes) &&
           emit_access(d, load, &half[!first], count / 2, !first * bytes);
}

static bool decode_access(Decoder *d, bool load) {
    const PtxOperand *value = &d->in->operand[load ? 0 : 1], *address = &d->in->operand[load ? 1 : 0];
    const PtxType type = type_suffix(d->in, 0);
    const int count = vector_count(d->in), width = ptx_type_size(type);
    const PtxSpace space = space_suffix(d->in);
    const bool two = space == SPACE_GLOBAL && count * width == 2 * MAX_ACCESS_BYTES;
    if (d->in->operand_count < 2 || address->kind != OPERAND_ADDRESS || width == 0 || width > 8 ||
        (!two && (count > 4 || count * width > MAX_ACCESS_BYTES)) || (two && value->kind != OPERAND_VECTOR) ||
        (value->kind == OPERAND_VECTOR && value->count != count))
        return false;
    if (load && space == SPACE_PARAM && address->reg < 0 && address->variable && d->ptx->is_entry &&
        param_of_kernel(d->ptx, address->variable))
        return decode_kernel_param(d, value, address, type, count);
    if (!load && is_synchronising(d)) emit_publish(d, has(d, "release"));
    if (!(two ? emit_two_accesses(d, load, value, count) : emit_access(d, load, value, count, 0)))
        return false;
    if (load && may_be_look(d, d->in, d->index)) {
        emit(d, run_look)->site = d->program->site_count - 1;
        if (space == SPACE_GLOBAL || space == SPACE_GENERIC)
            d->f->ordered = true; // it may look for another block
    }
    if ((space == SPACE_GLOBAL || space == SPACE_GENERIC) && !has(d, "cta") &&
        (has(d, "acquire") || has(d, "release") || has(d, "relaxed")))
        d->f->fences = true; // or waits for what another block stores, which orders what depends on it
    return true;
}

// One atomic operation on one element a lane, at the address that was made of operand `from`. `to` is NULL where the old value is not wanted.
static void emit_atomic(Decoder *d, u8 kind, PtxType type, const PtxOperand *from, Operand address,
                        s64 offset, Operand b, Operand c, const PtxOperand *to) {
    const int width = ptx_type_size(type);
    const PtxSpace space = space_suffix(d->in);
    const bool wanted = to && to->kind == OPERAND_REG;
    const Operand old = wanted ? result_direct(d, to, width) : b;
    const u32 site = new_site(d, space, false, false);
    if (space == SPACE_SHARED || space == SPACE_GENERIC) limit_to_array(d, site, from);
    Op *op = emit(d, run_atomic);
    op->d = old, op->a = address, op->b = b, op->c = c;
    op->imm = offset;
    op->kind = kind;
    op->count = (u8)type;
    op->width = (u8)width;
    op->site = site;
    op->more[3] = space;
    op->memory = MEMORY_ATOMIC;
    d->f->sums_floats |= kind == ATOMIC_ADD && type_is_float(type);
    op->flags =
        (u8)((wanted ? ATOMIC_RESULT : 0) | (wanted && may_be_look(d, d->in, d->index) ? ATOMIC_LOOKS : 0) |
             (has(d, "sys") ? ATOMIC_SYSTEM : 0));
    if (space != SPACE_SHARED && (wanted || type_is_float(type) || kind == ATOMIC_EXCH ||
                                  kind == ATOMIC_CAS || kind == ATOMIC_INC || kind == ATOMIC_DEC))
        d->f->ordered = true;
    d->f->takes_tickets |= wanted && space != SPACE_SHARED;
}

// atom.add.v2.f32 {d0, d1}, [a], {b0, b1}: each element is an atomic operation of its own, as PTX has it.
static bool decode_vector_atomic(Decoder *d, u8 kind, PtxType type, const PtxOperand *address,
                                 const PtxOperand *to) {
    const int count = vector_count(d->in);
    const PtxOperand *values = address + 1;
    s64 offset;
    if (values->kind != OPERAND_VECTOR || values->count != count || kind > ATOMIC_MAX ||
        !type_is_float(type) || (to && to->kind == OPERAND_VECTOR && to->count != count))
        return false;
    const Operand base = address_of(d, address, &offset);
    for (int v = 0; v < count; v++) {
        const Operand b = source(d, &values->elements[v], ptx_type_size(type));
        emit_atomic(d, kind, type, address, base, offset + v * ptx_type_size(type), b, b,
                    to && to->kind == OPERAND_VECTOR ? &to->elements[v] : NULL);
    }
    return true;
}

// The operand is a constant: written as one, or a register that only ever gets one.
static bool is_constant(const Decoder *d, const PtxOperand *o) {
    if (o->kind != OPERAND_REG) return o->kind == OPERAND_INT;
    int constants = 0;
    for (int i = 0; i < d->ptx->code_count; i++) {
        const PtxInstruction *in = &d->ptx->code[i];
        if (in->operand_count == 0 || in->operand[0].kind != OPERAND_REG || in->operand[0].reg != o->reg)
            continue;
        if (!named(in, "mov") || in->operand[1].kind != OPERAND_INT) return false;
        constants++;
    }
    return constants == 1;
}

// A lock is taken by changing one constant to another, and released by setting a constant. Programs rely on
// the order that it makes, with fences beside it or without.
static bool is_lock(const Decoder *d, int kind, const PtxOperand *address) {
    if (kind == ATOMIC_EXCH) return d->f->fences && is_constant(d, &address[1]);
    return kind == ATOMIC_CAS && is_constant(d, &address[1]) && is_constant(d, &address[2]);
}

int atomic_suffix(const Decoder *d) {
    static const char *const names[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"};
    int kind = -1;
    for (int k = 0; k < 10; k++)
        if (has(d, names[k])) kind = k;
    return kind;
}

static bool decode_atomic(Decoder *d) {
    const bool red = named(d->in, "red");
    const PtxOperand *o = &d->in->operand[red ? 0 : 1];
    const PtxType type = type_suffix(d->in, 0);
    const int width = ptx_type_size(type), sources = d->in->operand_count - (red ? 1 : 2);
    const PtxSpace space = space_suffix(d->in);
    const int kind = atomic_suffix(d);
    if (kind < 0 || width < 2 || width > 8 || sources < 1 || o->kind != OPERAND_ADDRESS ||
        (kind == ATOMIC_CAS && sources < 2))
        return false;
    const PtxOperand *to = red ? NULL : &d->in->operand[0];
    if (vector_count(d->in) > 1) return decode_vector_atomic(d, (u8)kind, type, o, to);
    s64 offset;
    const bool lock = is_lock(d, kind, o);
    const bool releases = has(d, "acquire") || has(d, "release") || has(d, "acq_rel") || lock;
    emit_publish(d, releases);
    const Operand address = address_of(d, o, &offset);
    const Operand b = source(d, &o[1], width), c = kind == ATOMIC_CAS ? source(d, &o[2], width) : b;
    emit_atomic(d, (u8)kind, type, o, address, offset, b, c, to);
    if (space != SPACE_SHARED && releases && !has(d, "cta")) d->f->fences = true;
    return true;
}

bool decode_memory(Decoder *d) {
    if (has(d, "async")) return false;
    if (named(d->in, "ld") || named(d->in, "ldu")) return decode_access(d, true);
    if (named(d->in, "st")) return decode_access(d, false);
    if (named(d->in, "atom") || named(d->in, "red")) return decode_atomic(d);
    if (named(d->in, "prefetch") || named(d->in, "prefetchu") || named(d->in, "discard") ||
        named(d->in, "applypriority"))
        return true; // hints: nothing to carry out
    if (named(d->in, "isspacep")) {
        const PtxSpace space = space_suffix(d->in);
        const u64 window = space == SPACE_SHARED  ? SHARED_WINDOW
                           : space == SPACE_LOCAL ? LOCAL_WINDOW
                           : space == SPACE_PARAM ? PARAM_WINDOW
                                                  : DEVICE_ADDRESS_BASE;
        const Operand a = source(d, &d->in->operand[1], 8), shifted = scratch(d),
                      to = predicate_of(d, &d->in->operand[0]);
        Op *shift = emit_code(d, OP_shr_u64);
        shift->d = shifted, shift->a = a, shift->b = constant_32(d, 40);
        Op *op = emit_code(d, OP_setp_eq_64);
        op->d = to, op->a = shifted, op->b = constant_64(d, window >> 40);
        return true;
    }
    return false;
}

// Decoding matrix operations: mma, wmma, ldmatrix, stmatrix.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/family.h"
#include "grader/warpsim/families/matrices/matrices.h"

static ElementType element_named(const char *suffix) {
    static const struct {
        const char *name;
        ElementType type;
    } names[] = {{"f16", ELEMENT_F16},   {"bf16", ELEMENT_BF16}, {"tf32", ELEMENT_TF32}, {"f32", ELEMENT_F32},
                 {"f64", ELEMENT_F64},   {"s8", ELEMENT_S8},     {"u8", ELEMENT_U8},     {"s32", ELEMENT_S32},
                 {"e4m3", ELEMENT_E4M3}, {"e5m2", ELEMENT_E5M2}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, suffix) == 0) return names[i].type;
    return ELEMENT_NONE;
}

enum { ELEMENT_TYPES = 4 }; // most that an instruction's name has

// The element types in the instruction's name, in their order; returns how many.
static int element_types(const PtxInstruction *in, ElementType types[ELEMENT_TYPES]) {
    int n = 0;
    for (int i = 0; i < in->suffix_count && n < ELEMENT_TYPES; i++) {
        const ElementType t = element_named(in->suffix[i]);
        if (t != ELEMENT_NONE) types[n++] = t;
    }
    return n;
}

static bool is_side(u32 length) {
    return length >= 1 && length <= 32;
}

static bool shape_of(const PtxInstruction *in, u32 *m, u32 *n, u32 *k) {
    for (int i = 0; i < in->suffix_count; i++)
        if (sscanf(in->suffix[i], "m%un%uk%u", m, n, k) == 3)
            return is_side(*m) && is_side(*n) && is_side(*k);
    return false;
}

// The registers of a fragment; false when they cannot hold it.
static bool list_registers(Decoder *d, Fragment *f, const PtxOperand *o, bool results) {
    const int size = f->type == ELEMENT_F64 ? 8 : 4;
    const int count = o->kind == OPERAND_VECTOR ? o->count : 1;
    if (count > MAX_FRAGMENT_REGISTERS) return false;
    f->register_count = (u32)count;
    for (int i = 0; i < count; i++) {
        const PtxOperand *one = o->kind == OPERAND_VECTOR ? &o->elements[i] : o;
        if (results && one->kind != OPERAND_REG) return false;
        f->registers[i] = results ? result_direct(d, one, size) : source(d, one, size);
    }
    return true;
}

static bool make_fragment(Decoder *d, Fragment *f, MatrixSide side, ElementType type, bool documented,
                          u32 rows, u32 columns, const PtxOperand *o) {
    *f = (Fragment){.type = type, .side = side, .rows = rows, .columns = columns, .documented = documented};
    if (!list_registers(d, f, o, side == MATRIX_D)) return false;
    const u32 room = LANES * f->register_count * (type == ELEMENT_F64 ? 8 : 4) / element_bytes(type);
    return rows * columns <= MAX_MATRIX_ELEMENTS &&
           (documented ? room == rows * columns : room >= rows * columns);
}

static bool is_input(ElementType type) {
    return type != ELEMENT_F32 && type != ELEMENT_S32;
}

static bool is_integer(ElementType type) {
    return type == ELEMENT_S8 || type == ELEMENT_U8 || type == ELEMENT_S32;
}

static bool is_result(ElementType type) {
    return type == ELEMENT_F16 || type == ELEMENT_F32 || type == ELEMENT_F64 || type == ELEMENT_S32;
}

// D, A, B and C: products of whole numbers are whole, all others are not.
static bool types_fit(const ElementType t[ELEMENT_TYPES]) {
    for (int i = 1; i < ELEMENT_TYPES; i++)
        if (is_integer(t[i]) != is_integer(t[0])) return false;
    return is_result(t[0]) && is_input(t[1]) && is_input(t[2]) && is_result(t[3]);
}

// Shapes for which the PTX ISA says where each element is: the places of others lie outside of the matrices.
static bool has_places(u32 m, u32 n, u32 k, ElementType a) {
    const u32 step =
        a == ELEMENT_F64 ? 4 : 16 / element_bytes(a); // columns of A that four lanes' registers hold
    return (m == 8 || m == 16) && n == 8 && k % step == 0;
}

static bool decode_multiply(Decoder *d, bool documented) {
    const PtxOperand *o = d->in->operand;
    u32 m, n, k;
    ElementType t[ELEMENT_TYPES];
    int types = element_types(d->in, t);
    if (!documented && types == 2) { // of f16 matrices the accumulators' types only
        t[3] = t[1], t[1] = t[2] = ELEMENT_F16;
        types = ELEMENT_TYPES;
    }
    if (types != ELEMENT_TYPES || !types_fit(t) || !shape_of(d->in, &m, &n, &k) ||
        (documented && !has_places(m, n, k, t[1])) || d->in->operand_count != 4 || has(d, "popc") ||
        has(d, "sp"))
        return false;
    MatrixOp *op = keep_memory(d->program, sizeof *op);
    if (!op) {
        d->failed = true;
        return false;
    }
    op->saturates = has(d, "satfinite");
    if (!make_fragment(d, &op->side[MATRIX_A], MATRIX_A, t[1], documented, m, k, &o[1]) ||
        !make_fragment(d, &op->side[MATRIX_B], MATRIX_B, t[2], documented, k, n, &o[2]) ||
        !make_fragment(d, &op->side[MATRIX_C], MATRIX_C, t[3], documented, m, n, &o[3]) ||
        !make_fragment(d, &op->side[MATRIX_D], MATRIX_D, t[0], documented, m, n, &o[0]))
        return false;
    emit(d, run_multiply)->imm = (s64)(intptr_t)op;
    return true;
}

// The address of a memory operand of this file's, and a site for the counters.
static Op *emit_matrix_access(Decoder *d, OpRun *run, MatrixOp *m, const PtxOperand *address,
                              Operand stride) {
    s64 offset;
    const Operand base = address_of(d, address, &offset);
    const PtxSpace space = space_suffix(d->in);
    if ((space != SPACE_SHARED && space != SPACE_GLOBAL && space != SPACE_GENERIC) || offset < 0 ||
        offset > UINT32_MAX)
        return NULL;
    const u32 site = new_site(d, space, !m->stores, m->stores);
    if (space != SPACE_GLOBAL) limit_to_array(d, site, address);
    Op *op = emit(d, run);
    op->a = base, op->b = stride;
    op->more[0] = (u32)offset;
    op->imm = (s64)(intptr_t)m;
    op->kind = (u8)space;
    op->count = 1;
    op->width = (u8)element_bytes(m->side[0].type);
    op->site = site;
    return op;
}

// wmma.load.SIDE d, [address], stride; wmma.store.d [address], d, stride
static bool decode_fragment_access(Decoder *d, bool stores) {
    const PtxOperand *o = d->in->operand;
    u32 m, n, k;
    ElementType t[ELEMENT_TYPES];
    if (!shape_of(d->in, &m, &n, &k) || element_types(d->in, t) != 1 || d->in->operand_count < 2)
        return false;
    const bool a = has(d, "a"), b = has(d, "b");
    MatrixOp *op = keep_memory(d->program, sizeof *op);
    if (!op) {
        d->failed = true;
        return false;
    }
    const u32 rows = b ? k : m, columns = a ? k : n;
    op->stores = stores;
    op->by_columns = has(d, "col");
    if (!make_fragment(d, &op->side[0], stores ? MATRIX_C : MATRIX_D, t[0], false, rows, columns,
                       &o[stores ? 1 : 0]))
        return false;
    const Operand stride =
        d->in->operand_count > 2 ? source(d, &o[2], 4) : constant_32(d, op->by_columns ? rows : columns);
    return emit_matrix_access(d, run_fragment_access, op, &o[stores ? 0 : 1], stride) != NULL;
}

static bool decode_rows_access(Decoder *d, bool stores) {
    const PtxOperand *o = d->in->operand;
    if (!has(d, "m8n8") || !has(d, "b16") || d->in->operand_count != 2) return false;
    MatrixOp *op = keep_memory(d->program, sizeof *op);
    if (!op) {
        d->failed = true;
        return false;
    }
    op->stores = stores;
    op->transposed = has(d, "trans");
    op->side[0].type = ELEMENT_F16;
    if (!list_registers(d, &op->side[0], &o[stores ? 1 : 0], !stores) || op->side[0].register_count > 4)
        return false;
    return emit_matrix_access(d, run_rows_access, op, &o[stores ? 0 : 1], constant_32(d, 0)) != NULL;
}

static bool decode(Decoder *d) {
    if (named(d->in, "mma")) return decode_multiply(d, true);
    if (named(d->in, "ldmatrix")) return decode_rows_access(d, false);
    if (named(d->in, "stmatrix")) return decode_rows_access(d, true);
    if (!named(d->in, "wmma")) return false;
    if (has(d, "mma")) return decode_multiply(d, false);
    return decode_fragment_access(d, has(d, "store"));
}

Family matrices_family = {.decode = decode};

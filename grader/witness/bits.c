// Values that are put together and taken apart by integer arithmetic: which bits of which value some bits of another one are.
//
// A tile may hold two floats in each word of 64 bits. Shifts, masks and ors move bits and change none, so that such a value has a way
// like any other. What is not looked into here is nobody's bits.
#include "grader/witness/parts.h"

enum { DEEPEST = 40, MOST_LOOKED_AT = 200 };

static const Bits nobody = {0}, zeros = {.known = true, .zero = true};

typedef struct {
    const Witness *t;
    u32 looked_at;
} Looking;

static Bits find(Looking *l, u32 number, u32 low, u32 width, int depth);

static u32 bits_of(PtxType type) {
    return 8 * (u32)ptx_type_size(type);
}

static u32 bits_of_result(const PtxInstruction *in) {
    return bits_of(type_suffix(in, named(in, "cvt") ? 1 : 0));
}

// mov.b64 {%r1, %r2}, %rd: `where` of its node says at which bit that half begins.
static bool is_half(const PtxInstruction *in) {
    return named(in, "mov") && in->operand[0].kind == OPERAND_VECTOR;
}

u32 witness_value_bits(const Witness *t, u32 number) {
    const Node *n = graph_at(&t->graph, number);
    const Function *f;
    u32 at;
    switch ((NodeKind)n->kind) {
    case NODE_LOAD:
    case NODE_STORE:
    case NODE_ATOMIC:
    case NODE_PARAMETER: return 8u * n->bytes;
    case NODE_PAIR: return 64;
    case NODE_OPERATION:
        if (!site_place(t, n->site, &f, &at) || is_half(&f->ptx->code[at])) return 32;
        return bits_of_result(&f->ptx->code[at]);
    default: return 32;
    }
}

static bool constant_of(const Looking *l, u32 number, u64 *value) {
    const Node *n = graph_at(&l->t->graph, number);
    *value = n->where;
    return number && n->kind == NODE_CONSTANT;
}

// Of two values of which the other has no bits there.
static Bits either(Looking *l, const Node *n, u32 low, u32 width, int depth) {
    const Bits a = find(l, n->a, low, width, depth), b = find(l, n->b, low, width, depth);
    return a.known && a.zero ? b : b.known && b.zero ? a : nobody;
}

// A sum, where nothing is carried from below.
static Bits sum(Looking *l, const Node *n, u32 low, u32 width, int depth) {
    bool carried = low > 0;
    if (carried) {
        const Bits a = find(l, n->a, 0, low, depth), b = find(l, n->b, 0, low, depth);
        carried = !(a.known && a.zero) && !(b.known && b.zero);
    }
    return carried ? nobody : either(l, n, low, width, depth);
}

static Bits masked(Looking *l, const Node *n, u32 low, u32 width, int depth) {
    const u64 all = width < 64 ? (1ull << width) - 1 : ~0ull;
    u64 mask;
    u32 of = n->a;
    if (!constant_of(l, n->b, &mask)) of = n->b;
    if (of == n->b && !constant_of(l, n->a, &mask)) return nobody;
    const u64 here = mask >> low & all;
    return !here ? zeros : here == all ? find(l, of, low, width, depth) : nobody;
}

// By a number of the program; `left`: or right, without a sign.
static Bits shifted(Looking *l, const Node *n, u32 size, bool left, u32 low, u32 width, int depth) {
    u64 by;
    if (!constant_of(l, n->b, &by) || by >= size) return nobody;
    const u32 distance = (u32)by;
    if (left)
        return low >= distance           ? find(l, n->a, low - distance, width, depth)
               : low + width <= distance ? zeros
                                         : nobody;
    return low + distance >= size           ? zeros
           : low + distance + width <= size ? find(l, n->a, low + distance, width, depth)
                                            : nobody;
}

// A field of another value in place of its own bits. Its length is the fourth source, which has no node here.
static Bits inserted(Looking *l, const PtxInstruction *in, const Node *n, u32 low, u32 width, int depth) {
    u64 at;
    if (!constant_of(l, n->c, &at) || in->operand[4].kind != OPERAND_INT) return nobody;
    const u64 end = at + (u64)in->operand[4].imm;
    if (low >= at && low + width <= end) return find(l, n->a, low - (u32)at, width, depth);
    return low + width <= at || low >= end ? find(l, n->b, low, width, depth) : nobody;
}

static Bits extracted(Looking *l, const Node *n, u32 size, u32 low, u32 width, int depth) {
    u64 at, length;
    if (!constant_of(l, n->b, &at) || !constant_of(l, n->c, &length) || at + length > size) return nobody;
    if (low >= length) return zeros;
    return low + width <= length ? find(l, n->a, (u32)at + low, width, depth) : nobody;
}

// A wider or a narrower whole number.
static Bits converted(Looking *l, const PtxInstruction *in, const Node *n, u32 low, u32 width, int depth) {
    const PtxType to = type_suffix(in, 1), from = type_suffix(in, 0);
    if (type_is_float(to) || type_is_float(from)) return nobody;
    const u32 size = bits_of(from);
    if (low + width <= size) return find(l, n->a, low, width, depth);
    return low >= size && !type_is_signed(from) ? zeros : nobody;
}

// Bytes that lie side by side in one of the two words.
static Bits permuted(Looking *l, const Node *n, u32 low, u32 width, int depth) {
    u64 selector;
    if (!constant_of(l, n->c, &selector) || low % 8 || width % 8 || low + width > 32) return nobody;
    const u32 first = selector >> (low / 2) & 0xf;
    for (u32 i = 1; i < width / 8; i++)
        if ((selector >> (low / 2 + 4 * i) & 0xf) != first + i) return nobody;
    if (first > 7 || first / 4 != (first + width / 8 - 1) / 4) return nobody;
    return find(l, first < 4 ? n->a : n->b, 8 * (first % 4), width, depth);
}

static Bits of_operation(Looking *l, const Node *n, u32 low, u32 width, int depth) {
    const Function *f;
    u32 at;
    if (!site_place(l->t, n->site, &f, &at)) return nobody;
    const PtxInstruction *in = &f->ptx->code[at];
    const PtxType type = type_suffix(in, 0);
    const u32 size = bits_of_result(in);
    if (is_half(in)) return low + width <= 32 ? find(l, n->a, (u32)n->where + low, width, depth) : nobody;
    if (low + width > size) return nobody;
    if (named(in, "mov") || named(in, "selp")) return find(l, n->a, low, width, depth);
    if (named(in, "cvt")) return converted(l, in, n, low, width, depth);
    if (type_is_float(type)) return nobody;
    if (named(in, "or") || named(in, "xor")) return either(l, n, low, width, depth);
    if (named(in, "add")) return sum(l, n, low, width, depth);
    if (named(in, "and")) return masked(l, n, low, width, depth);
    if (named(in, "shl")) return shifted(l, n, size, true, low, width, depth);
    if (named(in, "shr") && !type_is_signed(type)) return shifted(l, n, size, false, low, width, depth);
    if (named(in, "bfi")) return inserted(l, in, n, low, width, depth);
    if (named(in, "bfe") && !type_is_signed(type)) return extracted(l, n, size, low, width, depth);
    if (named(in, "prmt") && in->suffix_count <= 1) return permuted(l, n, low, width, depth);
    return nobody;
}

static Bits of_constant(u64 value, u32 low, u32 width) {
    const u64 all = width < 64 ? (1ull << width) - 1 : ~0ull;
    return value >> low & all ? nobody : zeros;
}

// A word that was loaded into a wider register.
static Bits beside_loaded(const Looking *l, const Node *n, u32 low) {
    const Function *f;
    u32 at;
    const bool beside = low >= 8u * n->bytes && site_place(l->t, n->site, &f, &at);
    return beside && !type_is_signed(type_suffix(&f->ptx->code[at], 0)) ? zeros : nobody;
}

static Bits find(Looking *l, u32 number, u32 low, u32 width, int depth) {
    const Node *n = graph_at(&l->t->graph, number);
    Bits found = nobody;
    if (!number || depth == DEEPEST || ++l->looked_at > MOST_LOOKED_AT) return nobody;
    switch ((NodeKind)n->kind) {
    case NODE_CONSTANT: return of_constant(n->where, low, width);
    case NODE_PAIR:
        if (low + width <= 32) return find(l, n->a, low, width, depth + 1);
        if (low >= 32) return find(l, n->b, low - 32, width, depth + 1);
        break;
    case NODE_OPERATION: found = of_operation(l, n, low, width, depth + 1); break;
    case NODE_LOAD: found = beside_loaded(l, n, low); break;
    default: break;
    }
    return found.known ? found : (Bits){.known = true, .node = number, .low = low, .width = width};
}

// Byte by byte, where these come one after the other from one value.
static Bits find_bytes(Looking *l, u32 number, u32 low, u32 width) {
    Bits all = find(l, number, low, 8, 0);
    bool zero = all.zero, follow = !all.zero;
    for (u32 at = 8; at < width; at += 8) {
        const Bits next = find(l, number, low + at, 8, 0);
        zero &= next.zero;
        follow &= next.known && !next.zero && next.node == all.node && next.low == all.low + at;
    }
    all.width = width;
    return zero ? zeros : follow && all.known ? all : nobody;
}

Bits witness_bits(const Witness *t, u32 number, u32 low, u32 width) {
    Looking l = {.t = t};
    const Bits found = find(&l, number, low, width, 0);
    const bool own = found.known && found.node == number && !found.zero;
    if (!own || graph_at(&t->graph, number)->kind != NODE_OPERATION || low % 8 || width % 8) return found;
    l.looked_at = 0;
    const Bits bytes = find_bytes(&l, number, low, width);
    return bytes.known ? bytes : found;
}

// The whole number that an address was computed from: where on its way it no longer fits into its type.
//
// Every integer of the way is computed twice, as the instruction does and without bounds. The first place at which the one no
// longer stands for the other is what is looked for.
#include <string.h>

#include "grader/witness/parts.h"

enum { DEEPEST = 600, LOOKED_AT = 20000 };

typedef struct {
    bool known;
    s64 exact;   // without bounds
    s64 machine; // as the register holds it, of a narrow one zeros above
    u32 bits;    // of that register
} Number;

typedef struct {
    const Witness *t;
    u32 thread;
    int left;
    Lost *lost;
} Search;

static const Number unknown;

static const PtxInstruction *instruction_of(const Witness *t, u32 site) {
    const Function *f;
    u32 at;
    return site_place(t, site, &f, &at) ? &f->ptx->code[at] : NULL;
}

static s64 zeros_above(s64 value, u32 bits) {
    return bits >= 64 ? value : (s64)((u64)value & ((1ull << bits) - 1));
}

static s64 sign_above(s64 value, u32 bits) {
    return bits >= 64 ? value : (s64)((u64)value << (64 - bits)) >> (64 - bits);
}

// Does what a register of so many bits holds stand for the exact number, as a signed or as an unsigned one?
static bool stands_for(const Number *n) {
    return n->bits >= 64 || n->exact == n->machine || n->exact == sign_above(n->machine, n->bits);
}

static Number number(s64 exact, s64 machine, u32 bits) {
    return (Number){true, exact, zeros_above(machine, bits), bits};
}

// The node that made a value which was only copied since, through the thread's own memory too.
static u32 maker_of(const Witness *t, u32 at) {
    for (int i = 0; i < 16; i++) {
        const Node *n = graph_at(&t->graph, at);
        const PtxInstruction *in = n->kind == NODE_OPERATION ? instruction_of(t, n->site) : NULL;
        const bool copies = (in && named(in, "mov")) || n->kind == NODE_STORE ||
                            (n->kind == NODE_LOAD && n->space == SPACE_LOCAL);
        if (!copies || !n->a || graph_at(&t->graph, n->a)->site == NO_SITE) return at;
        at = n->a;
    }
    return at;
}

static void note(const Search *s, LossKind kind, u32 node, s64 exact, s64 machine) {
    if (!s->lost->kind) *s->lost = (Lost){kind, node, exact, machine};
}

static Number special(const Search *s, const Node *n) {
    const PtxInstruction *in = instruction_of(s->t, n->site);
    WitnessThread who;
    if (!in || !witness_thread(s->t, s->thread, &who)) return unknown;
    for (int i = 0; i < in->operand_count; i++) {
        const char *name = in->operand[i].kind == OPERAND_SPECIAL ? in->operand[i].name : NULL;
        const size_t length = name ? strlen(name) : 0;
        if (length < 6 || name[length - 2] != '.' || name[length - 1] < 'x' || name[length - 1] > 'z')
            continue;
        const int axis = name[length - 1] - 'x';
        const u32 value = !strncmp(name, "%tid", 4)     ? who.thread[axis]
                          : !strncmp(name, "%ctaid", 6) ? who.block[axis]
                          : !strncmp(name, "%ntid", 5)  ? who.launch->block[axis]
                                                        : who.launch->grid[axis];
        return number(value, value, 32);
    }
    return unknown;
}

static Number value_of(Search *s, u32 at, int depth);

// A value that is read with another width, or of another sign, than it was made with.
static Number converted(Search *s, u32 node, const Number *from, PtxType source, PtxType to) {
    if (!from->known || type_is_float(to) || type_is_float(source)) return unknown;
    const u32 bits = 8 * (u32)ptx_type_size(to), was = 8 * (u32)ptx_type_size(source);
    const s64 held = zeros_above(from->machine, was);
    const s64 wide = type_is_signed(source) ? sign_above(held, was) : held;
    Number n = number(from->exact, wide, bits);
    if (bits > was && wide != from->exact) {
        note(s, was < 32 ? LOST_NARROW : LOST_UNSIGNED, maker_of(s->t, node), from->exact, wide);
        n.exact = wide;
    } else if (bits < was && !stands_for(&n)) {
        n.exact = type_is_signed(to) ? sign_above(n.machine, bits) : n.machine;
        note(s, LOST_NARROW, node, from->exact, n.exact);
    }
    return n;
}

static Number loaded(Search *s, const Node *n, u32 at, int depth) {
    const PtxInstruction *in = instruction_of(s->t, n->site);
    const Node *stored = graph_at(&s->t->graph, n->a);
    if (n->space != SPACE_LOCAL || !n->a || stored->kind != NODE_STORE || stored->where != n->where || !in)
        return unknown;
    (void)at;
    Number from = value_of(s, stored->a, depth + 1);
    const PtxInstruction *store = instruction_of(s->t, stored->site);
    if (!from.known || !store || type_is_float(type_suffix(in, 0))) return unknown;
    const u32 bits = 8 * stored->bytes;
    if (bits < from.bits) {
        Number kept = number(from.exact, from.machine, bits);
        if (!stands_for(&kept)) {
            kept.exact = type_is_signed(type_suffix(in, 0)) ? sign_above(kept.machine, bits) : kept.machine;
            note(s, LOST_NARROW, n->a, from.exact, kept.exact);
        }
        from = kept;
    }
    return from;
}

static bool is_wide(const PtxInstruction *in) {
    return ptx_has_suffix(in, "wide");
}

// Sums and products: the exact result of exact sources, the register's of what registers held.
static Number computed(Search *s, const PtxInstruction *in, u32 at, const Number *a, const Number *b,
                       const Number *c) {
    const PtxType type = type_suffix(in, 0);
    const u32 own = 8 * (u32)ptx_type_size(type), bits = is_wide(in) ? 2 * own : own;
    const bool product = named(in, "mul") || named(in, "mad");
    if (type_is_float(type) || !a->known || !b->known || (named(in, "mad") && !c->known)) return unknown;
    Number x = *a, y = *b;
    if (is_wide(in)) { // its sources are widened first
        const PtxType to = type_is_signed(type) ? PTX_S64 : PTX_U64;
        const Node *n = graph_at(&s->t->graph, at);
        x = converted(s, n->a, &x, type, to);
        y = converted(s, n->b ? n->b : n->a, &y, type, to);
    }
    Number r;
    if (product)
        r = number(x.exact * y.exact, x.machine * y.machine, bits);
    else if (named(in, "add"))
        r = number(x.exact + y.exact, x.machine + y.machine, bits);
    else if (named(in, "sub"))
        r = number(x.exact - y.exact, x.machine - y.machine, bits);
    else if (named(in, "shl"))
        r = number((s64)((u64)x.exact << (y.machine & 63)), (s64)((u64)x.machine << (y.machine & 63)), bits);
    else
        return unknown;
    if (named(in, "mad")) r = number(r.exact + c->exact, r.machine + c->machine, bits);
    if (!stands_for(&r)) {
        const s64 held = sign_above(r.machine, bits);
        note(s, LOST_OVERFLOW, at, r.exact, held);
        r.exact = held;
    }
    return r;
}

static Number operation(Search *s, const Node *n, u32 at, int depth) {
    const PtxInstruction *in = instruction_of(s->t, n->site);
    if (!in) return unknown;
    const Number a = value_of(s, n->a, depth + 1);
    if (named(in, "mov") || named(in, "cvta") || named(in, "selp")) return a;
    if (named(in, "cvt")) return converted(s, n->a, &a, type_suffix(in, 0), type_suffix(in, 1));
    const Number b = value_of(s, n->b, depth + 1);
    const Number c = named(in, "mad") ? value_of(s, n->c, depth + 1) : unknown;
    return computed(s, in, at, &a, &b, &c);
}

static Number value_of(Search *s, u32 at, int depth) {
    const Node *n = graph_at(&s->t->graph, at);
    if (!at || depth == DEEPEST || --s->left < 0) return unknown;
    switch ((NodeKind)n->kind) {
    case NODE_CONSTANT: return number((s64)n->where, (s64)n->where, 64);
    case NODE_PARAMETER:
        return n->bytes == 4 ? number((s32)(u32)n->where, (s64)n->where, 32)
                             : number((s64)n->where, (s64)n->where, 64);
    case NODE_SPECIAL: return special(s, n);
    case NODE_LOAD: return loaded(s, n, at, depth);
    case NODE_OPERATION: return operation(s, n, at, depth);
    default: return unknown;
    }
}

Lost find_lost(const Witness *t, u32 address, u32 thread) {
    Lost lost = {.kind = LOST_NOT};
    Search s = {t, thread, LOOKED_AT, &lost};
    value_of(&s, address, 0);
    return lost;
}

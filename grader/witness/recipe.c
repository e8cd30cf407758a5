// The recipe of a value: its history multiplied out into a sum of products of what was in memory and in
// parameters, each product with the way by which it came.
//
// Only floating-point arithmetic is looked into. Everything else, a maximum or a square root for instance, is
// a factor of its own.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

// DEEPEST: steps of a history. MANY: terms, from which on equal ones are added up on the way, too.
// MOST_WORK: terms that are made on the way; what is left then is multiplied out no further.
enum { DEEPEST = 400, MANY = RECIPE_TERMS / 4, MOST_WORK = 1 << 13 };

typedef struct {
    Term *term;
    int count, room;
} Sum;

typedef struct {
    u32 node;
    Sum sum;
} Known;

typedef struct {
    const Witness *t;
    u64 base, size, own; // the buffer, and the address of the element that is asked for
    bool apart;          // what came by different ways stays apart
    int depth, work;
    bool overflow;
    Known *
        known; // what has been multiplied out: a value that is used twice, again and again, has 2^k ways to its source
    size_t known_count, known_room; // open addressing, a power of two
} Expansion;

static void free_sum(Sum *s) {
    free(s->term);
    *s = (Sum){0};
}

// Most of a term is room for a longer way.
static void copy_term(Term *to, const Term *from) {
    memcpy(to, from, offsetof(Term, step) + (size_t)from->steps * sizeof *from->step);
}

static void add_term(Expansion *x, Sum *s, const Term *term) {
    x->work++;
    if (s->count == RECIPE_TERMS) {
        x->overflow = true;
        return;
    }
    if (s->count == s->room) {
        const int room = s->room ? 2 * s->room : 4;
        Term *grown = realloc(s->term, (size_t)room * sizeof *grown);
        if (!grown) {
            x->overflow = true;
            return;
        }
        s->term = grown;
        s->room = room;
    }
    copy_term(&s->term[s->count++], term);
}

static void factor_sum(Expansion *x, Sum *s, u32 node) {
    Term term = {.coefficient = 1, .count = 1, .steps = 1};
    term.factor[0].node = node;
    term.factor[0].power = 1;
    term.step[0] = node;
    add_term(x, s, &term);
}

static void number_sum(Expansion *x, Sum *s, double value) {
    const Term term = {.coefficient = value, .zero = value == 0};
    add_term(x, s, &term);
}

// A step nearer to the value: it is put in front.
static void add_step(Sum *s, u32 node) {
    for (int i = 0; i < s->count; i++) {
        Term *t = &s->term[i];
        if (t->steps == ROUTE_STEPS) t->steps--;
        memmove(t->step + 1, t->step, (size_t)t->steps * sizeof *t->step);
        t->step[0] = node;
        t->steps++;
    }
}

static bool leads_to_buffer(const Witness *t, const Term *term) {
    const Node *last = term->steps ? graph_at(&t->graph, term->step[term->steps - 1]) : NULL;
    if (!last) return false;
    if (last->kind == NODE_UNWRITTEN || last->kind == NODE_STORE || last->kind == NODE_PASSED) return true;
    if (last->kind != NODE_INITIAL) return false;
    const Allocation *a = witness_allocation(t, last->where);
    return a && a->parameter[0];
}

// The product of two terms. Its way is that of the one that comes from a buffer of the grader's.
static bool product(const Witness *t, const Term *a, const Term *b, Term *p) {
    copy_term(p, a);
    p->coefficient *= b->coefficient;
    p->zero |= b->zero;
    for (int i = 0; i < b->count; i++) {
        int at = 0;
        while (at < p->count && p->factor[at].node != b->factor[i].node) at++;
        if (at == RECIPE_FACTORS) return false;
        if (at == p->count)
            p->factor[p->count++] = b->factor[i];
        else
            p->factor[at].power += b->factor[i].power;
    }
    if (!leads_to_buffer(t, a) && (b->steps > a->steps || leads_to_buffer(t, b))) {
        memcpy(p->step, b->step, (size_t)b->steps * sizeof *p->step);
        p->steps = b->steps;
    }
    return true;
}

// Too much has been made on the way: nothing more is.
static bool gives_up(Expansion *x) {
    const bool too_much = x->work > MOST_WORK;
    x->overflow |= too_much;
    return too_much;
}

static void multiply(Expansion *x, Sum *to, const Sum *a, const Sum *b) {
    if (gives_up(x)) return;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            Term p;
            if (product(x->t, &a->term[i], &b->term[k], &p))
                add_term(x, to, &p);
            else
                x->overflow = true;
        }
}

static bool same_factors(const Term *a, const Term *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        int k = 0;
        while (k < b->count &&
               (b->factor[k].node != a->factor[i].node || b->factor[k].power != a->factor[i].power))
            k++;
        if (k == b->count) return false;
    }
    return true;
}

// The load from shared memory that stands first on the value's way, seen from its source; 0: there is none.
static u32 last_shared_load(const Witness *t, const Term *term) {
    for (int i = term->steps; i-- > 0;) {
        const Node *n = graph_at(&t->graph, term->step[i]);
        if (n->kind == NODE_LOAD && n->space == SPACE_SHARED) return term->step[i];
    }
    return 0;
}

// Where a term was joined to the sum: the node behind its source. The larger, the later.
static u32 joined_at(const Term *t) {
    return t->steps > 1 ? t->step[t->steps - 2] : 0;
}

// By the same load from shared memory, or by none?
static bool same_way(const Witness *t, const Term *a, const Term *b) {
    return last_shared_load(t, a) == last_shared_load(t, b);
}

// Adds up what is multiplied by the same. The way is that of the one that came last: the one too many. `apart`: what came by
// different ways stays apart.
static void collect(const Witness *t, Sum *s, bool apart) {
    int kept = 0;
    for (int i = 0; i < s->count; i++) {
        int k = 0;
        while (k < kept &&
               !(same_factors(&s->term[k], &s->term[i]) && (!apart || same_way(t, &s->term[k], &s->term[i]))))
            k++;
        if (k < kept && s->term[i].zero) continue;
        if (k < kept && s->term[k].zero) {
            s->term[k] = s->term[i];
        } else if (k < kept) {
            const double sum = s->term[k].coefficient + s->term[i].coefficient;
            if (joined_at(&s->term[i]) > joined_at(&s->term[k])) s->term[k] = s->term[i];
            s->term[k].coefficient = sum;
        } else if (kept++ != i)
            s->term[kept - 1] = s->term[i];
    }
    s->count = kept;
}

// One over a sum of a single term; false for others.
static bool invert(const Witness *t, Sum *s) {
    collect(t, s, false);
    if (s->count != 1 || s->term[0].coefficient == 0) return false;
    s->term[0].coefficient = 1 / s->term[0].coefficient;
    for (int i = 0; i < s->term[0].count; i++) s->term[0].factor[i].power *= -1;
    return true;
}

static void append(Expansion *x, Sum *to, const Sum *from, double sign) {
    for (int i = 0; i < from->count; i++) {
        Term t;
        copy_term(&t, &from->term[i]);
        t.coefficient *= sign;
        add_term(x, to, &t);
    }
}

static Sum expand(Expansion *x, u32 node);

// Adds up equal terms of a long sum, so that one that cancels itself (a compensated one) stays short.
static void shorten(Expansion *x, Sum *s) {
    int kept = 0;
    if (s->count <= MANY || gives_up(x)) return;
    collect(x->t, s, x->apart);
    for (int i = 0; i < s->count; i++)
        if (s->term[i].coefficient != 0 || s->term[i].zero) s->term[kept++] = s->term[i];
    s->count = kept;
}

// ---- What has been multiplied out

static Known *place_of(const Expansion *x, u32 node) {
    size_t at = node * 0x9e3779b1u & (x->known_room - 1);
    while (x->known[at].node && x->known[at].node != node) at = (at + 1) & (x->known_room - 1);
    return &x->known[at];
}

static bool make_room(Expansion *x) {
    Known *old = x->known;
    const size_t room = x->known_room;
    if (2 * x->known_count < room) return true;
    Known *grown = calloc(room ? 2 * room : 64, sizeof *grown);
    if (!grown) return false;
    x->known = grown;
    x->known_room = room ? 2 * room : 64;
    for (size_t i = 0; i < room; i++)
        if (old[i].node) *place_of(x, old[i].node) = old[i];
    free(old);
    return true;
}

static void keep(Expansion *x, u32 node, const Sum *s) {
    Sum copy = {0};
    if (!make_room(x)) {
        x->overflow = true;
        return;
    }
    for (int i = 0; i < s->count; i++) add_term(x, &copy, &s->term[i]);
    *place_of(x, node) = (Known){node, copy};
    x->known_count++;
}

static bool recall(Expansion *x, u32 node, Sum *s) {
    const Known *k = x->known_room ? place_of(x, node) : NULL;
    if (!k || !k->node) return false;
    for (int i = 0; i < k->sum.count; i++) add_term(x, s, &k->sum.term[i]);
    return true;
}

static void forget(Expansion *x) {
    for (size_t i = 0; i < x->known_room; i++) free_sum(&x->known[i].sum);
    free(x->known);
}

static double constant_value(const Node *n) {
    double wide;
    float single;
    const u32 low = (u32)n->where;
    memcpy(&wide, &n->where, sizeof wide), memcpy(&single, &low, sizeof single);
    return n->bytes == 8 ? wide : single;
}

static const PtxInstruction *instruction_of(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    return site_place(t, n->site, &f, &at) ? &f->ptx->code[at] : NULL;
}

// Which arithmetic it is, and whether it is looked into.
typedef enum { ARITHMETIC_NONE, COPY, ADD, SUBTRACT, MULTIPLY, FUSED, NEGATE, DIVIDE, INVERSE } Arithmetic;

static Arithmetic arithmetic_of(const PtxInstruction *in) {
    static const struct {
        const char *name;
        Arithmetic what;
    } known[] = {{"add", ADD},   {"sub", SUBTRACT}, {"mul", MULTIPLY}, {"fma", FUSED},
                 {"mad", FUSED}, {"neg", NEGATE},   {"div", DIVIDE},   {"rcp", INVERSE}};
    const PtxType type = type_suffix(in, 0);
    if (named(in, "mov") || named(in, "selp")) return COPY;
    if (type != PTX_F32 && type != PTX_F64) return ARITHMETIC_NONE;
    if (named(in, "cvt")) return type_is_float(type_suffix(in, 1)) ? COPY : ARITHMETIC_NONE;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (named(in, known[i].name)) return known[i].what;
    return ARITHMETIC_NONE;
}

static bool expand_arithmetic(Expansion *x, Arithmetic what, const Node *n, Sum *to) {
    Sum a = expand(x, n->a), b = {0}, c = {0};
    bool good = true;
    if (what != COPY && what != NEGATE && what != INVERSE) b = expand(x, n->b);
    switch (what) {
    case COPY: append(x, to, &a, 1); break;
    case NEGATE: append(x, to, &a, -1); break;
    case ADD: append(x, to, &a, 1), append(x, to, &b, 1); break;
    case SUBTRACT: append(x, to, &a, 1), append(x, to, &b, -1); break;
    case MULTIPLY: multiply(x, to, &a, &b); break;
    case FUSED:
        c = expand(x, n->c);
        multiply(x, to, &a, &b);
        append(x, to, &c, 1);
        break;
    case INVERSE:
        good = invert(x->t, &a);
        append(x, to, &a, 1);
        break;
    default:
        good = invert(x->t, &b);
        if (good) multiply(x, to, &a, &b);
    }
    free_sum(&a), free_sum(&b), free_sum(&c);
    shorten(x, to);
    return good;
}

static bool elsewhere_in_buffer(const Expansion *x, const Node *n) {
    return n->space == SPACE_GLOBAL && n->where - x->base < x->size && n->where != x->own;
}

static bool is_piece(const Expansion *x, const Node *stored) {
    return stored->kind == NODE_STORE && stored->bytes == 8 && stored->a && !elsewhere_in_buffer(x, stored);
}

static void expand_atomic(Expansion *x, u32 number, const Node *n, Sum *to) {
    const PtxInstruction *in = instruction_of(x->t, n);
    const bool adds = in && ptx_has_suffix(in, "add"), sets = in && ptx_has_suffix(in, "exch");
    if (!adds && !sets) {
        factor_sum(x, to, number);
        return;
    }
    Sum a = expand(x, n->a), before = adds ? expand(x, n->c) : (Sum){0};
    append(x, to, &a, 1), append(x, to, &before, 1);
    free_sum(&a), free_sum(&before);
}

// A double of two words, which mostly came the same way: one of them tells. It is the one that did not pass shared memory,
// where the other did.
static Sum expand_pair(Expansion *x, const Node *n) {
    Sum low = expand(x, n->a);
    if (!x->apart || low.count != 1 || !last_shared_load(x->t, &low.term[0])) return low;
    Sum high = expand(x, n->b);
    const bool beside = high.count == 1 && !last_shared_load(x->t, &high.term[0]);
    free_sum(beside ? &low : &high);
    return beside ? high : low;
}

// Bits of a value that are all of another one, or a part of what was stored in one piece. `whole`: the value that is being expanded.
// False: they are not known.
static bool expand_bits(Expansion *x, u32 number, u32 low, u32 width, u32 whole, Sum *to) {
    const Bits bits = witness_bits(x->t, number, low, width);
    const Node *n = graph_at(&x->t->graph, bits.node), *stored = graph_at(&x->t->graph, n->a);
    if (!bits.known || bits.node == whole || x->depth >= DEEPEST) return false;
    if (bits.zero) {
        number_sum(x, to, 0);
        return true;
    }
    if (!bits.low && bits.width == witness_value_bits(x->t, bits.node)) {
        *to = expand(x, bits.node);
        return true;
    }
    if (n->kind != NODE_LOAD || !is_piece(x, stored)) return false;
    x->depth++;
    const bool known =
        expand_bits(x, stored->a, bits.low + 8 * (u32)(n->where - stored->where), bits.width, 0, to);
    x->depth--;
    if (known) add_step(to, n->a), add_step(to, bits.node);
    return known;
}

// A word of what was stored in one piece of 64 bits.
static bool expand_piece(Expansion *x, u32 number, const Node *load, Sum *to) {
    const Node *stored = graph_at(&x->t->graph, load->a);
    if (load->bytes != 4 || !is_piece(x, stored) ||
        !expand_bits(x, stored->a, 8 * (u32)(load->where - stored->where), 32, 0, to))
        return false;
    add_step(to, load->a), add_step(to, number);
    return true;
}

static Sum expand(Expansion *x, u32 number) {
    Sum s = {0};
    const Node *n = graph_at(&x->t->graph, number);
    if (x->depth >= DEEPEST || !number || gives_up(x)) {
        factor_sum(x, &s, number);
        return s;
    }
    if (recall(x, number, &s)) return s;
    x->depth++;
    switch ((NodeKind)n->kind) {
    case NODE_CONSTANT: number_sum(x, &s, constant_value(n)); break;
    case NODE_ATOMIC:
    case NODE_STORE:
        if (elsewhere_in_buffer(x, n) || (x->t->ways && !n->a)) { // of a thread without histories
            factor_sum(x, &s, number);
            break;
        }
        if (n->kind == NODE_ATOMIC) {
            expand_atomic(x, number, n, &s);
        } else {
            s = expand(x, n->a);
        }
        add_step(&s, number);
        break;
    case NODE_PAIR: s = expand_pair(x, n); break;
    case NODE_LOAD:
        if (expand_piece(x, number, n, &s)) break;
        // fallthrough
    case NODE_SHUFFLE:
        s = expand(x, n->a);
        add_step(&s, number);
        break;
    case NODE_OPERATION: {
        const PtxInstruction *in = instruction_of(x->t, n);
        const Arithmetic what = in ? arithmetic_of(in) : ARITHMETIC_NONE;
        if ((what == ARITHMETIC_NONE || what == COPY) &&
            expand_bits(x, number, 0, witness_value_bits(x->t, number), number, &s)) {
            add_step(&s, number);
        } else if (what == ARITHMETIC_NONE || !expand_arithmetic(x, what, n, &s)) {
            free_sum(&s);
            factor_sum(x, &s, number);
        } else {
            add_step(&s, number);
        }
        break;
    }
    default: factor_sum(x, &s, number);
    }
    x->depth--;
    if (n->kind == NODE_OPERATION) keep(x, number, &s);
    return s;
}

static void make_recipe(const Witness *t, u32 value, u64 base, u64 size, bool apart, Recipe *recipe) {
    const Node *n = graph_at(&t->graph, value);
    Expansion x = {.t = t, .base = base, .size = size, .own = n->where, .apart = apart};
    Sum s = expand(&x, value);
    forget(&x);
    collect(t, &s, apart);
    recipe->count = 0;
    recipe->overflow = x.overflow;
    for (int i = 0; i < s.count && recipe->count < RECIPE_TERMS; i++)
        if (s.term[i].coefficient != 0 || (s.term[i].zero && s.term[i].count))
            recipe->term[recipe->count++] = s.term[i];
    free_sum(&s);
}

void find_recipe(const Witness *t, u32 value, u64 base, u64 size, Recipe *recipe) {
    make_recipe(t, value, base, size, false, recipe);
}

void find_ways(const Witness *t, u32 value, u64 base, u64 size, Recipe *recipe) {
    make_recipe(t, value, base, size, true, recipe);
}

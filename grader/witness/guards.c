// The comparisons that decided what a thread does: those behind the predicates of its branches.
#include <string.h>

#include "grader/witness/parts.h"

enum { DEEPEST = 24, BRANCHES_LOOKED_AT = 4096 };

// The numbers that were compared, as signed ones.
static s64 signed_half(u64 where, bool high) {
    return (s32)(u32)(high ? where >> 32 : where);
}

static bool has_held(const PtxInstruction *in, s64 a, s64 b, bool *held) {
    const PtxType type = type_suffix(in, 0);
    const bool is_signed = type_is_signed(type);
    const u32 x = (u32)a, y = (u32)b;
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"};
    for (int k = 0; k < 10; k++) {
        if (!ptx_has_suffix(in, names[k])) continue;
        const int order = is_signed ? (a > b) - (a < b) : (x > y) - (x < y);
        const int relation = k < 6 ? k : k - 4;
        *held = relation == 0   ? order == 0
                : relation == 1 ? order != 0
                : relation == 2 ? order < 0
                : relation == 3 ? order <= 0
                : relation == 4 ? order > 0
                                : order >= 0;
        return true;
    }
    return false;
}

// What is being collected. Where a value is chosen by the way that a thread came, the ways meet and a move takes what the
// way has left: so `move` has the moves that a deciding predicate came through.
enum { MOVES_MOST = 64 };
typedef struct {
    const Witness *t;
    Guard *guards;
    int count;
    struct {
        u32 site, context;
        u32 branch; // whose predicate it is
    } move[MOVES_MOST];
    int moves;
    u32 branch; // the site of the one that decides: the branch that is looked at, or one behind it that uses what this one chose
} Search;

static const PtxInstruction *instruction_of(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    return site_place(t, n->site, &f, &at) ? &f->ptx->code[at] : NULL;
}

// The same place, run by the same call: a helper that checks each index in turn makes a comparison of its own each time.
static Guard *known(const Search *s, u32 node) {
    const Node *n = graph_at(&s->t->graph, node);
    for (int i = 0; i < s->count; i++) {
        const Node *other = graph_at(&s->t->graph, s->guards[i].node);
        if (other->site == n->site && other->context == n->context) return &s->guards[i];
    }
    return NULL;
}

static bool selects_one_or_zero(const PtxInstruction *in) {
    return named(in, "selp") && in->operand[1].kind == OPERAND_INT && in->operand[2].kind == OPERAND_INT &&
           ((in->operand[1].imm | in->operand[2].imm) & ~1ll) == 0;
}

// A number that stands for a condition: 1 where that holds.
static bool is_condition(const Witness *t, u32 number, int depth) {
    const Node *n = graph_at(&t->graph, number);
    const PtxInstruction *in = number && n->kind == NODE_OPERATION ? instruction_of(t, n) : NULL;
    if (!in || depth == DEEPEST) return false;
    if (selects_one_or_zero(in)) return true;
    const bool passes =
        named(in, "mov") || named(in, "cvt") || named(in, "and") || named(in, "or") || named(in, "xor");
    return passes && is_condition(t, n->a, depth + 1);
}

static void note_move(Search *s, const Node *n) {
    for (int i = 0; i < s->moves; i++) // each round of a loop comes through it
        if (s->move[i].site == n->site && s->move[i].context == n->context) return;
    if (s->moves == MOVES_MOST) return;
    s->move[s->moves].site = n->site;
    s->move[s->moves].branch = s->branch;
    s->move[s->moves++].context = n->context;
}

// Adds the integer comparisons that a predicate is made of. `use`: the site that uses it. Where it does not decide, only
// notes which of those that are there already it uses, too.
static void add_comparisons(Search *s, u32 number, u32 use, int depth, bool decides) {
    const Node *n = graph_at(&s->t->graph, number);
    const PtxInstruction *in = number && n->kind == NODE_OPERATION ? instruction_of(s->t, n) : NULL;
    if (!in || depth == DEEPEST || s->count == GUARDS_MOST) return;
    if (decides && named(in, "mov")) note_move(s, n);
    if (named(in, "setp") && !is_condition(s->t, n->a, 0)) {
        Guard *before = known(s, number);
        Guard g = {.node = number,
                   .left = signed_half(n->where, false),
                   .right = signed_half(n->where, true),
                   .use = use,
                   .branch = s->branch};
        bool held;
        if (before) {
            before->reused |= before->node == number && before->use != use;
            before->turned |= has_held(in, g.left, g.right, &held) && held != before->held;
        } else if (decides && has_held(in, g.left, g.right, &g.held)) {
            g.equality = ptx_has_suffix(in, "eq") || ptx_has_suffix(in, "ne");
            g.is_unsigned = !g.equality && !type_is_signed(type_suffix(in, 0));
            s->guards[s->count++] = g;
        }
        if (in->operand_count > 3) add_comparisons(s, n->c, n->site, depth + 1, decides);
        return;
    }
    const u32 inputs[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) add_comparisons(s, inputs[i], n->site, depth + 1, decides);
}

// Have the ways of this branch met again before the place? Then it does not decide about it. Code is laid out so that
// they meet further down; a branch after the place belongs to a loop.
static bool has_rejoined(const Witness *t, const Node *branch, u32 site) {
    const Function *f, *other;
    u32 at, store;
    if (!site_place(t, branch->site, &f, &at) || !site_place(t, site, &other, &store) || f != other)
        return false;
    const u32 meet = meeting_place(t, f, at);
    return at < store && meet > at && meet <= store;
}

// Does a branch choose what a deciding predicate is? Where its ways meet a move takes what they left.
static bool chooses_value(Search *s, const Node *branch) {
    const Function *f, *other;
    u32 at, place;
    if (!site_place(s->t, branch->site, &f, &at)) return false;
    const u32 meet = meeting_place(s->t, f, at);
    for (int i = 0; i < s->moves && meet != UINT32_MAX; i++) {
        if (s->move[i].context != branch->context || !site_place(s->t, s->move[i].site, &other, &place) ||
            other != f || place < meet)
            continue;
        u32 first = meet;
        while (first < place && named(&f->ptx->code[first], "mov")) first++;
        if (first != place) continue;
        s->branch = s->move[i].branch;
        return true;
    }
    return false;
}

// Did the branch decide that the thread came to the place? The place lies in its function, or in one that was called from
// there; a call that has returned decides by its result alone.
static bool decides(Search *s, const Node *branch, const Node *place) {
    u32 site = place->site, context = place->context;
    while (context && context != branch->context) {
        site = s->t->calls[context - 1].site;
        context = s->t->calls[context - 1].parent;
    }
    return (context == branch->context && !has_rejoined(s->t, branch, site)) || chooses_value(s, branch);
}

int find_guards(const Witness *t, u32 control, const Node *place, Guard *guards) {
    Search s = {.t = t, .guards = guards};
    for (int i = 0; control && i < BRANCHES_LOOKED_AT && s.count < GUARDS_MOST; i++) {
        const Node *n = graph_at(&t->graph, control);
        if (n->kind != NODE_BRANCH) break;
        s.branch = n->site;
        add_comparisons(&s, n->a, n->site, 0, !place || decides(&s, n, place));
        control = n->c;
    }
    return s.count;
}

const Node *last_place(const Witness *t, u32 thread) {
    const Node *stored = NULL;
    for (u32 number = t->graph.count - 1; number > 0; number--) {
        const Node *n = graph_at(&t->graph, number);
        if (n->thread != thread || n->site == NO_SITE || n->kind == NODE_CONSTANT ||
            n->kind == NODE_SPECIAL || n->kind == NODE_PARAMETER || n->kind == NODE_INITIAL)
            continue;
        const PtxInstruction *in = instruction_of(t, n);
        const bool ended = n->kind == NODE_BRANCH && in && (named(in, "ret") || named(in, "exit"));
        if (!stored && !ended) return n;
        stored = stored ? stored : n;
        if (n->kind == NODE_STORE && n->space == SPACE_GLOBAL) return n;
    }
    return NULL;
}

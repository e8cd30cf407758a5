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

static Guard *known(const Witness *t, Guard *guards, int count, u32 node) {
    for (int i = 0; i < count; i++)
        if (graph_at(&t->graph, guards[i].node)->site == graph_at(&t->graph, node)->site) return &guards[i];
    return NULL;
}

// Adds the integer comparisons that a predicate is made of. `use`: the site that uses it. Where it does not decide, only
// notes which of those that are there already it uses, too.
static int add_comparisons(const Witness *t, u32 number, u32 use, Guard *guards, int count, int depth,
                           bool decides) {
    const Node *n = graph_at(&t->graph, number);
    const Function *f;
    u32 at;
    if (!number || n->kind != NODE_OPERATION || depth == DEEPEST || count == GUARDS_MOST ||
        !site_place(t, n->site, &f, &at))
        return count;
    const PtxInstruction *in = &f->ptx->code[at];
    if (named(in, "setp")) {
        Guard *before = known(t, guards, count, number);
        Guard g = {.node = number,
                   .left = signed_half(n->where, false),
                   .right = signed_half(n->where, true),
                   .use = use};
        if (before)
            before->reused |= before->node == number && before->use != use;
        else if (decides && has_held(in, g.left, g.right, &g.held))
            guards[count++] = g;
        return in->operand_count > 3 ? add_comparisons(t, n->c, n->site, guards, count, depth + 1, decides)
                                     : count;
    }
    const u32 inputs[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3; i++)
        count = add_comparisons(t, inputs[i], n->site, guards, count, depth + 1, decides);
    return count;
}

// The instruction at which the ways of a branch meet again; UINT32_MAX: they do not, or nobody knows.
static u32 meeting_place(const Function *f, u32 branch) {
    for (u32 i = 0; i < f->block_count; i++)
        if (f->blocks[i].end == END_BRANCH && f->blocks[i].end_instruction == branch &&
            f->blocks[i].reconverge >= 0)
            return f->blocks[f->blocks[i].reconverge].first_instruction;
    return UINT32_MAX;
}

// Have the ways of this branch met again before the store? Then it does not decide about it. Code is laid out so that
// they meet further down; a branch that stands behind the store is a loop's.
static bool has_rejoined(const Witness *t, const Node *branch, u32 site) {
    const Function *f, *other;
    u32 at, store;
    if (!site_place(t, branch->site, &f, &at) || !site_place(t, site, &other, &store) || f != other)
        return false;
    const u32 meet = meeting_place(f, at);
    return at < store && meet > at && meet <= store;
}

int find_guards(const Witness *t, u32 control, u32 site, Guard *guards) {
    int count = 0;
    for (int i = 0; control && i < BRANCHES_LOOKED_AT && count < GUARDS_MOST; i++) {
        const Node *n = graph_at(&t->graph, control);
        if (n->kind != NODE_BRANCH) break;
        const bool decides = site == NO_SITE || !has_rejoined(t, n, site);
        count = add_comparisons(t, n->a, n->site, guards, count, 0, decides);
        control = n->c;
    }
    return count;
}

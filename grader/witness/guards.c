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

static bool known(const Witness *t, const Guard *guards, int count, u32 node) {
    for (int i = 0; i < count; i++)
        if (graph_at(&t->graph, guards[i].node)->site == graph_at(&t->graph, node)->site) return true;
    return false;
}

// Adds the integer comparisons that a predicate is made of.
static int add_comparisons(const Witness *t, u32 number, Guard *guards, int count, int depth) {
    const Node *n = graph_at(&t->graph, number);
    const Function *f;
    u32 at;
    if (!number || n->kind != NODE_OPERATION || depth == DEEPEST || count == GUARDS_MOST ||
        !site_place(t, n->site, &f, &at))
        return count;
    const PtxInstruction *in = &f->ptx->code[at];
    if (named(in, "setp")) {
        Guard g = {
            .node = number, .left = signed_half(n->where, false), .right = signed_half(n->where, true)};
        if (!known(t, guards, count, number) && has_held(in, g.left, g.right, &g.held)) guards[count++] = g;
        return in->operand_count > 3 ? add_comparisons(t, n->c, guards, count, depth + 1) : count;
    }
    const u32 inputs[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) count = add_comparisons(t, inputs[i], guards, count, depth + 1);
    return count;
}

int find_guards(const Witness *t, u32 control, Guard *guards) {
    int count = 0;
    for (int i = 0; control && i < BRANCHES_LOOKED_AT && count < GUARDS_MOST; i++) {
        const Node *n = graph_at(&t->graph, control);
        if (n->kind != NODE_BRANCH) break;
        count = add_comparisons(t, n->a, guards, count, 0);
        control = n->c;
    }
    return count;
}

// The access by which a thread left its memory: which one that is, and in how many rounds of a loop it was made before.
#include "grader/witness/parts.h"

static bool is_access(const Node *n) {
    return n->kind == NODE_LOAD || n->kind == NODE_STORE || n->kind == NODE_ATOMIC;
}

const Node *access_outside(const Witness *t, u32 thread) {
    for (u32 number = t->graph.count; number-- > 1;) {
        const Node *n = graph_at(&t->graph, number);
        if (n->thread == thread && is_access(n) && n->space == SPACE_GLOBAL &&
            !arena_contains(t->simulator->arena, n->where, n->bytes))
            return n;
    }
    const Node *last = last_place(t, thread);
    return last && is_access(last) ? last : NULL;
}

// Where the access stands in the function that ran by `context`: itself, or the call that led to it. False: it does not.
static bool place_in(const Witness *t, const Node *access, u32 context, const Function **f, u32 *place) {
    u32 site = access->site, at = access->context;
    for (; at && at != context; at = t->calls[at - 1].parent) site = t->calls[at - 1].site;
    return at == context && site_place(t, site, f, place);
}

static u32 begins_at(const Function *f, s32 block) {
    return block < 0 ? UINT32_MAX : f->blocks[block].first_instruction;
}

// In a loop a thread has passed what stands behind the access, too, in the rounds before. There a branch decides that it comes to the
// access only if one of its ways leads back, or out of the loop.
bool stands_behind(const Witness *t, const Guard *g, const Node *access) {
    const Function *f, *other;
    u32 place, at, end = 0;
    if (!place_in(t, access, graph_at(&t->graph, g->node)->context, &f, &place) ||
        !site_place(t, g->branch, &other, &at) || f != other || at < place)
        return false;
    const BasicBlock *branch = NULL;
    for (u32 i = 0; i < f->block_count; i++) {
        const BasicBlock *b = &f->blocks[i];
        const bool back = b->end_instruction > place &&
                          (begins_at(f, b->target) <= place || begins_at(f, b->next) <= place);
        if (back && b->end_instruction > end) end = b->end_instruction;
        if (b->end_instruction == at && b->end == END_BRANCH) branch = b;
    }
    if (!branch) return false;
    const u32 ways[] = {begins_at(f, branch->target), begins_at(f, branch->next)};
    for (int i = 0; i < 2; i++)
        if (ways[i] <= place || ways[i] > end) return false;
    return true;
}

// A round of a loop ends with a branch; the words of one access follow each other without any.
Rounds find_rounds(const Witness *t, const Node *access) {
    u32 visits = 0;
    u64 before = 0, where = 0;
    bool branched = true;
    for (u32 number = 1; number < t->graph.count; number++) {
        const Node *n = graph_at(&t->graph, number);
        if (n->thread != access->thread) continue;
        branched |= n->kind == NODE_BRANCH;
        if (!branched || n->kind != access->kind || n->site != access->site || n->context != access->context)
            continue;
        before = where;
        where = n->where;
        visits++;
        branched = false;
        if (n == access) break;
    }
    return visits > 1 ? (Rounds){visits - 1, (s64)(where - before)} : (Rounds){0};
}

// Control flow: blocks from instructions, (post-)dominators by Cooper, Harvey and Kennedy's iteration ("A
// Simple, Fast Dominance Algorithm", 2001), cycles by Tarjan's strongly connected components.
//
// The lanes that a branch splits meet again at its immediate post-dominator. As on hardware, lanes that leave
// the kernel on the way are not waited for: ways that lead straight to the end do not count, wherever there
// is another.
#include "grader/warpsim/core/flow.h"

#include <stdlib.h>
#include <string.h>

static bool is(const PtxInstruction *in, const char *mnemonic) {
    return strcmp(in->mnemonic, mnemonic) == 0;
}

// Functions that the simulator itself provides do not end a block.
static bool calls_builtin(const PtxInstruction *in) {
    for (int i = 0; i < in->operand_count; i++) {
        const PtxFunction *f = in->operand[i].function;
        if (f && !f->has_body && in->operand[i].kind == OPERAND_SYMBOL) return true;
    }
    return false;
}

BlockEnd flow_end_of(const PtxInstruction *in) {
    if (is(in, "bra")) return in->guard >= 0 ? END_BRANCH : END_JUMP;
    if (is(in, "brx")) return END_TABLE;
    if (is(in, "ret")) return END_RETURN;
    if (is(in, "exit")) return END_EXIT;
    if (is(in, "trap") || is(in, "brkpt")) return END_TRAP;
    if (is(in, "call")) return calls_builtin(in) ? END_FALL : END_CALL;
    if (is(in, "bar") || is(in, "barrier"))
        return ptx_has_suffix(in, "warp") || (ptx_has_suffix(in, "cluster") && !ptx_has_suffix(in, "wait"))
                   ? END_FALL
                   : END_BARRIER;
    return END_FALL;
}

static const PtxTable *table_of(const PtxFunction *f, const PtxInstruction *in) {
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].kind == OPERAND_NAMES && in->operand[i].imm < f->table_count)
            return &f->tables[in->operand[i].imm];
    return NULL;
}

static const PtxOperand *label_of(const PtxInstruction *in) {
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].kind == OPERAND_LABEL) return &in->operand[i];
    return NULL;
}

// Behind a volatile or relaxed load other warps may have their turn (lost_updates.c), and turns end with blocks.
static bool ends_turn(const PtxFunction *f, int i) {
    const PtxInstruction *in = &f->code[i];
    return is(in, "ld") && i + 1 < f->code_count && flow_end_of(&f->code[i + 1]) == END_FALL &&
           (ptx_has_suffix(in, "volatile") || ptx_has_suffix(in, "relaxed") || ptx_has_suffix(in, "acquire"));
}

static void mark_leaders(const PtxFunction *f, bool *leader) {
    leader[0] = true;
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *in = &f->code[i];
        const BlockEnd end = flow_end_of(in);
        if (end == END_FALL && !ends_turn(f, i)) continue;
        leader[i + 1] = true;
        // A call through a pointer is a block of its own: lanes with another target come back to it.
        if (end == END_CALL && in->operand_count > 1 && in->operand[1].kind == OPERAND_REG) leader[i] = true;
        if (end == END_TABLE) {
            const PtxTable *t = table_of(f, in);
            for (int k = 0; t && k < t->label_count; k++) leader[t->labels[k]] = true;
        } else if (end == END_BRANCH || end == END_JUMP) {
            const PtxOperand *label = label_of(in);
            if (label) leader[label->imm] = true;
        }
    }
}

static bool make_blocks(Flow *flow, const PtxFunction *f) {
    const size_t n = (size_t)f->code_count;
    bool *leader = calloc(n + 1, sizeof *leader);
    flow->block_of = calloc(n + 1, sizeof *flow->block_of);
    if (!leader || !flow->block_of) {
        free(leader);
        return false;
    }
    mark_leaders(f, leader);
    for (size_t i = 0; i < n; i++) flow->count += leader[i];
    flow->blocks = calloc(flow->count + 1, sizeof *flow->blocks);
    if (!flow->blocks) {
        free(leader);
        return false;
    }
    s32 b = -1;
    for (size_t i = 0; i < n; i++) {
        if (leader[i]) flow->blocks[++b].first_instruction = (u32)i;
        flow->block_of[i] = (u32)b;
        flow->blocks[b].instruction_count++;
    }
    flow->block_of[n] = flow->count; // a label at the very end
    free(leader);
    return true;
}

static bool link_blocks(Flow *flow, const PtxFunction *f) {
    for (u32 b = 0; b < flow->count; b++) {
        BasicBlock *block = &flow->blocks[b];
        const u32 last = block->first_instruction + block->instruction_count - 1;
        const PtxInstruction *in = &f->code[last];
        block->end = flow_end_of(in);
        block->end_instruction = last;
        block->next = b + 1 < flow->count ? (s32)b + 1 : -1;
        block->target = -1;
        block->end_guarded = in->guard >= 0;
        block->end_negated = in->guard_negated;
        if (block->end == END_BRANCH || block->end == END_JUMP) {
            const PtxOperand *label = label_of(in);
            if (label && flow->block_of[label->imm] < flow->count)
                block->target = (s32)flow->block_of[label->imm];
        } else if (block->end == END_TABLE) {
            const PtxTable *t = table_of(f, in);
            if (!t || t->label_count == 0) continue;
            s32 *targets = calloc((size_t)t->label_count, sizeof *targets);
            if (!targets) return false;
            for (int k = 0; k < t->label_count; k++) {
                const u32 to = flow->block_of[t->labels[k]];
                targets[k] = to < flow->count ? (s32)to : -1;
            }
            block->targets = targets;
            block->target_count = (u32)t->label_count;
        }
    }
    return true;
}

// Successors of a block; -1 stands for the function's end. `room` must hold two more than its table has.
static u32 successors(const BasicBlock *b, s32 *to) {
    u32 n = 0;
    switch (b->end) {
    case END_JUMP: to[n++] = b->target; break;
    case END_BRANCH:
        to[n++] = b->target;
        to[n++] = b->next;
        break;
    case END_TABLE:
        for (u32 k = 0; k < b->target_count; k++) to[n++] = b->targets[k];
        if (b->end_guarded) to[n++] = b->next;
        break;
    case END_RETURN:
    case END_EXIT:
    case END_TRAP:
        to[n++] = -1;
        if (b->end_guarded) to[n++] = b->next;
        break;
    default: to[n++] = b->next; break;
    }
    return n;
}

// A graph as arrays of edges, with the function's end as node `count`.
typedef struct {
    u32 nodes;
    u32 *first, *edges; // successors of node i: edges[first[i] .. first[i+1]-1]
} Graph;

static bool only_returns(const BasicBlock *b) {
    return (b->end == END_RETURN || b->end == END_EXIT) && !b->end_guarded && b->instruction_count == 1;
}

// With `meeting`, edges of lanes that are waited for: returns count as the end, and ignored edges are left
// out.
static bool build_graphs(const Flow *flow, bool meeting, Graph *forward, Graph *backward) {
    const u32 end = flow->count, nodes = end + 1;
    u32 total = 0, most = 4;
    for (u32 b = 0; b < end; b++) {
        total += flow->blocks[b].target_count + 2;
        if (flow->blocks[b].target_count + 4 > most) most = flow->blocks[b].target_count + 4;
    }
    s32 *to = calloc(most, sizeof *to);
    *forward = (Graph){nodes, calloc(nodes + 1, 4), calloc(total + 1, 4)};
    *backward = (Graph){nodes, calloc(nodes + 2, 4), calloc(total + 1, 4)};
    bool ok = to && forward->first && forward->edges && backward->first && backward->edges;
    u32 n = 0;
    for (u32 b = 0; ok && b < end; b++) {
        forward->first[b] = n;
        const u32 k = successors(&flow->blocks[b], to);
        for (u32 i = 0; i < k; i++) {
            const bool at_end = to[i] < 0 || (meeting && only_returns(&flow->blocks[to[i]]));
            const u32 t = at_end ? end : (u32)to[i];
            if (meeting && flow->ignored[b] && (at_end || flow->blocks[t].leaves)) continue;
            forward->edges[n++] = t;
            backward->first[t + 1]++;
        }
    }
    if (ok) {
        forward->first[end] = forward->first[nodes] = n;
        for (u32 i = 0; i < nodes; i++) backward->first[i + 1] += backward->first[i];
        u32 *fill = calloc(nodes, 4);
        ok = fill != NULL;
        for (u32 b = 0; ok && b < end; b++)
            for (u32 e = forward->first[b]; e < forward->first[b + 1]; e++) {
                const u32 t = forward->edges[e];
                backward->edges[backward->first[t] + fill[t]++] = b;
            }
        free(fill);
    }
    free(to);
    return ok;
}

static void free_graph(Graph *g) {
    free(g->first);
    free(g->edges);
}

// Immediate dominators from `root` along `out`; `in` is the reversed graph. -1 for the root and for nodes not
// reached.
static bool dominators(const Graph *out, const Graph *in, u32 root, s32 *idom) {
    const u32 n = out->nodes;
    u32 *order = calloc(n, 4), *number = calloc(n, 4), *stack = calloc(n + 1, 4), *edge = calloc(n, 4);
    bool *seen = calloc(n, 1);
    bool ok = order && number && stack && edge && seen;
    u32 count = 0, depth = 0;
    if (ok) {
        stack[depth++] = root;
        seen[root] = true;
        while (depth) { // depth-first, numbering in post-order
            const u32 v = stack[depth - 1];
            if (out->first[v] + edge[v] < out->first[v + 1]) {
                const u32 t = out->edges[out->first[v] + edge[v]++];
                if (!seen[t]) {
                    seen[t] = true;
                    stack[depth++] = t;
                }
            } else {
                number[v] = count;
                order[count++] = v;
                depth--;
            }
        }
        for (u32 i = 0; i < n; i++) idom[i] = -1;
        idom[root] = (s32)root;
        for (bool changed = true; changed;) {
            changed = false;
            for (u32 i = count - 1; i-- > 0;) {
                const u32 v = order[i];
                s32 best = -1;
                for (u32 e = in->first[v]; e < in->first[v + 1]; e++) {
                    const u32 p = in->edges[e];
                    if (!seen[p] || idom[p] < 0) continue;
                    u32 a = p, b = best < 0 ? p : (u32)best;
                    while (a != b) {
                        while (number[a] < number[b]) a = (u32)idom[a];
                        while (number[b] < number[a]) b = (u32)idom[b];
                    }
                    best = (s32)a;
                }
                if (idom[v] != best) {
                    idom[v] = best;
                    changed = true;
                }
            }
        }
        idom[root] = -1;
    }
    free(order), free(number), free(stack), free(edge), free(seen);
    return ok;
}

// Tarjan's algorithm without recursion: a node is in a cycle when its component has two nodes or an edge to
// itself.
static bool find_cycles(const Graph *g, bool *in_cycle) {
    const u32 n = g->nodes;
    u32 *index = calloc(n, 4), *low = calloc(n, 4), *open = calloc(n, 4), *path = calloc(n, 4),
        *edge = calloc(n, 4);
    bool *is_open = calloc(n, 1);
    const bool ok = index && low && open && path && edge && is_open;
    u32 next = 1, opened = 0;
    for (u32 root = 0; ok && root < n; root++) {
        if (index[root]) continue;
        u32 depth = 0;
        path[depth++] = root;
        index[root] = low[root] = next++;
        open[opened++] = root;
        is_open[root] = true;
        while (depth) {
            const u32 v = path[depth - 1];
            if (g->first[v] + edge[v] < g->first[v + 1]) {
                const u32 t = g->edges[g->first[v] + edge[v]++];
                if (t == v) in_cycle[v] = true;
                if (!index[t]) {
                    path[depth++] = t;
                    index[t] = low[t] = next++;
                    open[opened++] = t;
                    is_open[t] = true;
                } else if (is_open[t] && index[t] < low[v]) {
                    low[v] = index[t];
                }
                continue;
            }
            depth--;
            if (depth && low[v] < low[path[depth - 1]]) low[path[depth - 1]] = low[v];
            if (low[v] != index[v]) continue;
            const bool several = open[opened - 1] != v;
            for (;;) {
                const u32 t = open[--opened];
                is_open[t] = false;
                if (several) in_cycle[t] = true;
                if (t == v) break;
            }
        }
    }
    free(index), free(low), free(open), free(path), free(edge), free(is_open);
    return ok;
}

// What all lanes of a warp or block must reach together.
static bool has_meeting(const PtxFunction *f, const BasicBlock *b) {
    if (b->end == END_BARRIER || b->end == END_CALL) return true;
    for (u32 i = 0; i < b->instruction_count; i++)
        if (ptx_has_suffix(&f->code[b->first_instruction + i], "sync")) return true;
    return false;
}

// Blocks that only one block leads to and that lead to nothing but the end: what an early return makes.
static void find_leaving(Flow *flow, const PtxFunction *f, const Graph *forward, const Graph *backward) {
    for (u32 b = 0; b < flow->count; b++) flow->blocks[b].leaves = only_returns(&flow->blocks[b]);
    for (u32 b = flow->count; b-- > 0;) { // what follows in the text is mostly known by then
        if (backward->first[b + 1] - backward->first[b] != 1 || has_meeting(f, &flow->blocks[b])) continue;
        bool leaves = true;
        for (u32 e = forward->first[b]; e < forward->first[b + 1]; e++) {
            const u32 to = forward->edges[e];
            leaves &= to == flow->count || flow->blocks[to].leaves;
        }
        flow->blocks[b].leaves |= leaves;
    }
}

// There is a way from `from` to the end that avoids one block and takes no exit that is ignored already: two
// exits must not each be ignored because of the other. `mark` holds the last block that each was seen for.
static bool reaches_end(const Flow *flow, const Graph *g, u32 from, u32 avoid, u32 *mark, u32 *stack,
                        u64 *steps) {
    u32 depth = 0;
    stack[depth++] = from;
    mark[from] = avoid;
    while (depth) {
        const u32 v = stack[--depth];
        if (v == g->nodes - 1) return true;
        for (u32 e = g->first[v]; e < g->first[v + 1]; e++, (*steps)++) {
            const u32 t = g->edges[e];
            if (t == avoid || mark[t] == avoid) continue;
            if (flow->ignored[v] && (t == flow->count || flow->blocks[t].leaves)) continue;
            mark[t] = avoid;
            stack[depth++] = t;
        }
    }
    return false;
}

// Some lanes go one way from here and some another: branches, and returns under a predicate.
static bool may_split(const BasicBlock *b) {
    return b->end == END_BRANCH || (b->end_guarded && (b->end == END_RETURN || b->end == END_EXIT));
}

// Marks the blocks whose one side leaves while the other goes on: the side that leaves is not waited for.
static bool ignore_leaving(Flow *flow, const Graph *forward) {
    enum { MAX_STEPS = 20000000 }; // absurdly large functions do without
    const u32 n = flow->count;
    u32 *mark = calloc(n + 1, sizeof *mark), *stack = calloc(n + 1, sizeof *stack);
    const bool ok = mark && stack;
    u64 steps = 0;
    for (u32 b = 0; ok && b <= n; b++) mark[b] = n;
    for (u32 b = 0; ok && b < n && steps < MAX_STEPS; b++) {
        const BasicBlock *block = &flow->blocks[b];
        if (!may_split(block)) continue;
        const bool target_leaves = block->target < 0 || flow->blocks[block->target].leaves;
        const bool next_leaves = block->next < 0 || flow->blocks[block->next].leaves;
        if (target_leaves == next_leaves) continue;
        const u32 stays = (u32)(target_leaves ? block->next : block->target);
        flow->ignored[b] = stays != b && reaches_end(flow, forward, stays, b, mark, stack, &steps);
    }
    free(mark), free(stack);
    return ok;
}

static bool find_meetings(Flow *flow, const PtxFunction *f, const Graph *forward, const Graph *backward) {
    const u32 n = flow->count;
    s32 *first = calloc(n + 1, sizeof *first), *all = calloc(n + 1, sizeof *all);
    Graph out = {0}, in = {0};
    bool ok = first && all && build_graphs(flow, true, &out, &in) && dominators(&in, &out, n, all);
    free_graph(&out);
    free_graph(&in);
    if (ok) {
        find_leaving(flow, f, forward, backward);
        ok = ignore_leaving(flow, forward) && build_graphs(flow, true, &out, &in) &&
             dominators(&in, &out, n, first);
        free_graph(&out);
        free_graph(&in);
    }
    for (u32 b = 0; ok && b < n; b++) {
        const s32 meet =
            first[b] >= 0 ? first[b] : all[b]; // a loop that only returns end has no other way out
        flow->blocks[b].reconverge = meet == (s32)n ? -1 : meet;
    }
    free(first), free(all);
    return ok;
}

bool flow_analyse(Flow *flow, const PtxFunction *f) {
    memset(flow, 0, sizeof *flow);
    if (!make_blocks(flow, f) || !link_blocks(flow, f)) return false;
    const u32 n = flow->count;
    Graph forward = {0}, backward = {0};
    flow->dominator = calloc(n + 1, sizeof(s32));
    flow->ignored = calloc(n + 1, sizeof(bool));
    flow->in_cycle = calloc(n + 1, sizeof(bool));
    flow->depth = calloc(n + 1, sizeof(u32));
    bool ok = flow->dominator && flow->ignored && flow->in_cycle && flow->depth &&
              build_graphs(flow, false, &forward, &backward) &&
              dominators(&forward, &backward, 0, flow->dominator) && find_cycles(&forward, flow->in_cycle) &&
              find_meetings(flow, f, &forward, &backward);
    for (u32 b = 0; ok && b < n; b++)
        for (s32 d = flow->dominator[b]; d >= 0; d = flow->dominator[d]) flow->depth[b]++;
    free_graph(&forward);
    free_graph(&backward);
    return ok;
}

void flow_free(Flow *flow) {
    free(flow->block_of);
    free(flow->dominator);
    free(flow->ignored);
    free(flow->in_cycle);
    free(flow->depth);
}

bool flow_dominates(const Flow *flow, u32 a, u32 b) {
    while (flow->depth[b] > flow->depth[a]) b = (u32)flow->dominator[b];
    return a == b;
}

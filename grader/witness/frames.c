// Where histories are kept while kernels run: of launches, blocks, and the registers of each function that is being called.
// What a call hands over, and what it returns, keeps its history.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

static bool more_threads(u32 **of, const WatchedLaunch *l, u64 all) {
    u32 *grown = realloc(*of, all * sizeof *grown);
    if (!grown) return false;
    memset(grown + l->first_thread, 0, l->threads * sizeof *grown);
    *of = grown;
    return true;
}

WatchedLaunch *this_launch(Witness *t, const Launch *l) {
    if (t->launch_count && t->launches[t->launch_count - 1].number == l->launch_number)
        return &t->launches[t->launch_count - 1];
    WatchedLaunch *grown = realloc(t->launches, (t->launch_count + 1) * sizeof *grown);
    if (!grown) return NULL;
    t->launches = grown;
    const WatchedLaunch *last = t->launch_count ? &t->launches[t->launch_count - 1] : NULL;
    WatchedLaunch *n = &t->launches[t->launch_count];
    *n = (WatchedLaunch){.kernel = l->kernel,
                         .grid = {l->grid[0], l->grid[1], l->grid[2]},
                         .block = {l->block[0], l->block[1], l->block[2]},
                         .number = l->launch_number,
                         .first_thread = last ? last->first_thread + (u32)last->threads : 0};
    n->samples = samples_of(t, n->grid);
    n->threads = (n->samples ? n->samples : l->block_total) * l->block[0] * l->block[1] * l->block[2];
    n->every = one_of_so_many(t, n);
    const u64 all = n->first_thread + n->threads;
    if (all > UINT32_MAX) return NULL;
    if (!t->ways && !more_threads(&t->last_branch, n, all))
        return NULL; // not needed where only ways are wanted
    t->launch_count++;
    return n;
}

static void start_block(BlockHistory *b, const Warp *w, u32 launch) {
    b->worker = w->worker;
    b->linear = w->thread_block->linear;
    b->launch = launch;
    shadow_clear(&b->shared), shadow_clear(&b->local);
    for (u32 i = 0; i < MAX_WARPS_PER_BLOCK; i++) {
        for (u32 k = 0; k < b->warp[i].depths; k++) b->warp[i].frame[k].function = NULL;
        memset(b->warp[i].control, 0, sizeof b->warp[i].control);
    }
}

// Has the block not ended? It runs, or has been put aside for others.
static bool is_there(const BlockHistory *b, const Warp *w, u32 launch) {
    const Worker *worker = w->worker;
    bool there = worker->slot.block.linear == b->linear;
    for (u32 i = 0; i < worker->other_count; i++)
        there |= worker->others[i].occupied && worker->others[i].block.linear == b->linear;
    return there && b->launch == launch;
}

BlockHistory *this_block(Witness *t, const Warp *w, u32 launch) {
    BlockHistory *unused = NULL;
    for (u32 i = 0; i < t->block_count; i++) {
        BlockHistory *b = &t->blocks[i];
        if (b->worker != w->worker) continue;
        if (b->linear == w->thread_block->linear && b->launch == launch) return b;
        if (!unused && !is_there(b, w, launch)) unused = b;
    }
    if (unused) {
        start_block(unused, w, launch);
        return unused;
    }
    BlockHistory *grown = realloc(t->blocks, (t->block_count + 1) * sizeof *grown);
    if (!grown) return NULL;
    t->blocks = grown;
    BlockHistory *b = &t->blocks[t->block_count++];
    memset(b, 0, sizeof *b);
    start_block(b, w, launch);
    return b;
}

// ---- Calls ------------------------------------------------------------------------------------------------

u32 witness_call(Witness *t, u32 parent, u32 site) {
    for (u32 i = 0; i < t->call_count; i++)
        if (t->calls[i].site == site && t->calls[i].parent == parent) return i + 1;
    WatchedCall *grown = realloc(t->calls, (t->call_count + 1) * sizeof *grown);
    if (!grown) return parent;
    t->calls = grown;
    t->calls[t->call_count++] = (WatchedCall){site, parent};
    return t->call_count;
}

// The words of parameter memory that a variable of the caller's and one of the callee's both have.
static void hand_over(u32 *to, const PtxVariable *callee, u32 to_rows, const u32 *from,
                      const PtxVariable *caller, u32 from_rows, u32 mask) {
    const u32 first_to = (u32)(uintptr_t)callee->user / 4, first_from = (u32)(uintptr_t)caller->user / 4;
    for (u32 r = 0; 4 * r < callee->size && 4 * r < caller->size; r++) {
        if (first_to + r >= to_rows || first_from + r >= from_rows) return;
        EACH_LANE_OF(mask, lane) {
            to[(first_to + r) * LANES + lane] = from[(first_from + r) * LANES + lane];
        }
    }
}

// The variables in parentheses of a call: operand 0 its results, operand 2 its arguments. NULL: there is none.
static const PtxVariable *variable_of_call(const PtxInstruction *call, int operand, int i) {
    const PtxOperand *list = call->operand_count > operand ? &call->operand[operand] : NULL;
    return list && list->kind == OPERAND_LIST && i < list->count ? list->elements[i].variable : NULL;
}

static void take_arguments(Frame *callee, const Frame *caller) {
    for (int i = 0; caller->call && i < callee->function->ptx->param_count; i++) {
        const PtxVariable *v = variable_of_call(caller->call, 2, i);
        if (v)
            hand_over(callee->rows, &callee->function->ptx->params[i], callee->function->param_rows,
                      caller->rows, v, caller->function->param_rows, ALL_LANES);
    }
    callee->context = caller->call_context;
}

void frame_returns(WarpHistory *h, u32 depth, u32 mask) {
    Frame *callee = &h->frame[depth], *caller = depth ? &h->frame[depth - 1] : NULL;
    for (int i = 0; caller && caller->call && i < callee->function->ptx->result_count; i++) {
        const PtxVariable *v = variable_of_call(caller->call, 0, i);
        if (v)
            hand_over(caller->rows, v, caller->function->param_rows, callee->rows,
                      &callee->function->ptx->results[i], callee->function->param_rows, mask);
    }
}

void frame_calls(Witness *t, WarpHistory *h, u32 depth, const PtxInstruction *call, u32 site) {
    Frame *f = &h->frame[depth];
    f->call = call;
    f->call_context = witness_call(t, f->context, site);
    if (depth + 1 < h->depths) h->frame[depth + 1].function = NULL; // another call: nothing has a history yet
}

Frame *this_frame(WarpHistory *h, const Warp *w) {
    if (w->call_depth >= h->depths) {
        Frame *grown = realloc(h->frame, (w->call_depth + 1) * sizeof *grown);
        if (!grown) return NULL;
        memset(grown + h->depths, 0, (w->call_depth + 1 - h->depths) * sizeof *grown);
        h->frame = grown;
        h->depths = w->call_depth + 1;
    }
    Frame *f = &h->frame[w->call_depth];
    if (f->function == w->function) return f;
    free(f->reg), free(f->rows);
    *f = (Frame){.function = w->function};
    f->reg = calloc(((size_t)w->function->ptx->register_count + 1) * LANES, sizeof *f->reg);
    f->rows = calloc(((size_t)w->function->param_rows + 1) * LANES, sizeof *f->rows);
    if (!f->reg || !f->rows) return NULL;
    if (w->call_depth && h->frame[w->call_depth - 1].function) take_arguments(f, f - 1);
    return f;
}

// A warp runs: basic block after basic block, with a stack of the paths that wait to reconverge.
//
// When a branch splits the lanes, one side goes on and the other waits on the stack; both meet at the
// branch's immediate post-dominator, where the lanes of both continue together.
#include "grader/warpsim/core/warp.h"

#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/warp_splits.h"
#include "grader/warpsim/core/trace.h"

enum {
    LEAST_CHARGE = 8
}; // of a warp's instruction to the budget: it takes about as long with one lane as with eight
enum { TURN = 50000 }; // instructions before the next warp of the block has its turn

static void *too_deep(Warp *w, u32 instruction, const char *what) {
    Finding *f = note_at(w, instruction, CHECK_NOT_SIMULATED, w->mask ? (u32)__builtin_ctz(w->mask) : 0);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message, "not simulated: %s", what);
        snprintf(f->next, sizeof f->next, "Look for a recursion that does not end.");
    }
    stop_block(w);
    return NULL;
}

static void push(Warp *w, u32 mask, s32 block, s32 reconverge) {
    if (w->stack_depth == STACK_DEPTH) {
        too_deep(w, w->function->blocks[w->block].end_instruction,
                 "branches that split a warp more than 2048 times over");
        return;
    }
    w->stack[w->stack_depth++] = (StackEntry){mask, block, reconverge};
}

static void copy_rows(u8 *to, const u8 *from, u32 rows, u32 mask) {
    for (u32 r = 0; r < rows; r++) EACH_LANE_OF(mask, i) {
            memcpy(to + r * 128 + i * 4, from + r * 128 + i * 4, 4);
        }
}

static u32 offset_in_frames(const Warp *w, const void *at) {
    return (u32)((const u8 *)at - w->frame);
}

// Rows that a variable of the caller's and a parameter or a result of the callee's both have. Of a callee
// that is too large neither has any.
static u32 common_rows(u32 caller, const Function *callee, const PtxVariable *v) {
    const u32 own = callee->too_large ? 0 : (u32)((v->size + 3) / 4);
    return caller < own ? caller : own;
}

// Back to the caller with the lanes that are still there; false when there are none.
static bool leave_call(Warp *w) {
    const CallFrame *frame = &w->calls[--w->call_depth];
    const Function *callee = w->function;
    const u8 *from = w->bank[BANK_FRAME];
    w->function = frame->function;
    w->bank[BANK_FRAME] -= frame->function->frame_bytes;
    w->local_base = frame->local_base;
    w->reconverge = frame->reconverge;
    w->mask = frame->mask & w->live;
    for (u32 i = 0; i < frame->call->result_count && i < (u32)callee->ptx->result_count; i++) {
        const PtxVariable *v = &callee->ptx->results[i];
        u8 *to = lanes_of(w, frame->call->results[i]);
        const u8 *row = from + callee->param_offset + (u32)(uintptr_t)v->user * LANES;
        const u32 rows = common_rows(frame->call->result_rows[i], callee, v);
        copy_rows(to, row, rows, w->mask);
        if (w->tracked)
            definedness_copy_rows(w, offset_in_frames(w, to), offset_in_frames(w, row), rows, w->mask);
    }
    w->block = frame->return_block;
    return w->mask != 0;
}

// Goes on with the path on top of the stack, or with the caller, or ends the warp.
void warp_resume(Warp *w) {
    for (;;) {
        const u32 base = w->call_depth ? w->calls[w->call_depth - 1].stack_base : 0;
        const u32 gone = w->call_depth ? w->calls[w->call_depth - 1].returned : 0;
        while (w->stack_depth > base) {
            const StackEntry *e = &w->stack[--w->stack_depth];
            w->mask = e->mask & w->live & ~gone;
            w->block = e->block;
            w->reconverge = e->reconverge;
            if (w->mask && w->block != w->reconverge) return;
        }
        if (w->call_depth == 0) {
            w->mask = 0;
            w->state = WARP_DONE;
            return;
        }
        if (leave_call(w) && w->block != w->reconverge && w->block >= 0) return;
    }
}

static void leave(Warp *w, u32 lanes, bool whole_thread, u32 instruction) {
    if (whole_thread || w->call_depth == 0) {
        if (w->thread_block->order) order_exit(w, lanes & w->live);
        w->live &= ~lanes;
        w->exited_early |= lanes;
        w->last_exit = instruction;
    } else {
        w->calls[w->call_depth - 1].returned |= lanes;
    }
    w->mask &= ~lanes;
}

static void go_to(Warp *w, s32 block, u32 instruction) {
    if (block < 0) { // past the last instruction: the function ends
        leave(w, w->mask, false, instruction);
        warp_resume(w);
    } else if (block == w->reconverge) {
        warp_resume(w);
    } else {
        if (w->function->blocks[block].leaves) w->way_out = instruction;
        w->block = block;
    }
}

// The lanes of `mask` will meet at the block's post-dominator.
static s32 split(Warp *w, const BasicBlock *b) {
    const s32 meet = b->reconverge;
    if (meet >= 0 && meet != w->reconverge) push(w, w->mask, meet, w->reconverge);
    return meet;
}

static void count_divergence(Warp *w, const BasicBlock *b) {
    w->worker->blocks[w->function->first_block_id + (u32)(b - w->function->blocks)].divergent++;
}

// Where lanes stay apart: the paths of a branch go on by themselves.
static void part(Warp *w) {
    if (!w->worker->launch->lanes_apart) return;
    w->parts = true;
    w->turn = 0;
}

static void branch(Warp *w, const BasicBlock *b) {
    const u32 taken = (predicate(w, b->predicate) ^ (b->end_negated ? ALL_LANES : 0)) & w->mask;
    const u32 other = w->mask & ~taken;
    if (!other || b->target == b->next) { // a branch over nothing splits nothing
        go_to(w, b->target, b->end_instruction);
        return;
    }
    if (!taken) {
        go_to(w, b->next, b->end_instruction);
        return;
    }
    count_divergence(w, b);
    const s32 meet = split(w, b);
    if (b->target == meet && meet >= 0) {
        w->mask = other;
        w->block = b->next;
    } else if (b->next == meet && meet >= 0) {
        w->mask = taken;
        w->block = b->target;
    } else {
        // Lanes that are about to leave go first, so that barriers and shuffles do not find them on the way.
        const bool target_first = b->target >= 0 && w->function->blocks[b->target].leaves;
        push(w, target_first ? other : taken, target_first ? b->next : b->target, meet);
        w->mask = target_first ? taken : other;
        w->block = target_first ? b->target : b->next;
    }
    if (w->block >= 0 && w->function->blocks[w->block].leaves) w->way_out = b->end_instruction;
    w->reconverge = meet;
    if (w->block < 0) go_to(w, w->block, b->end_instruction);
    part(w);
}

static void branch_table(Warp *w, const BasicBlock *b) {
    const u32 *index = lanes_of(w, b->selector);
    u32 left = w->mask;
    const s32 meet = split(w, b);
    while (left) {
        const u32 want = index[__builtin_ctz(left)];
        u32 same = 0;
        EACH_LANE_OF(left, i) {
            same |= (u32)(index[i] == want) << i;
        }
        if (left == w->mask && same != left) count_divergence(w, b);
        left &= ~same;
        // An index past the table is undefined; the last target is as good as any.
        const s32 to = b->targets[want < b->target_count ? want : b->target_count - 1];
        if (to != meet) push(w, same, to, meet);
    }
    warp_resume(w);
    part(w);
}

// The lanes that call what the first of `mask` does.
static u32 lanes_of_first_callee(Warp *w, const BasicBlock *b, u32 mask) {
    const u64 *address = lanes_of(w, b->selector);
    u32 same = 0;
    EACH_LANE_OF(mask, i) {
        same |= (u32)(address[i] == address[__builtin_ctz(mask)]) << i;
    }
    return same;
}

static const Function *callee_of(Warp *w, const BasicBlock *b, u32 *lanes) {
    *lanes = w->mask;
    if (b->call->callee) return b->call->callee;
    const u64 want = ((const u64 *)lanes_of(w, b->selector))[__builtin_ctz(w->mask)];
    *lanes = lanes_of_first_callee(w, b, w->mask);
    const u64 number = (want - CODE_WINDOW) / 16 - 1;
    return want % 16 == 0 && number < w->function->program->function_count
               ? &w->function->program->functions[number]
               : NULL;
}

// Goes on with some lanes only; all that are here meet again in the next block.
static void narrow(Warp *w, const BasicBlock *b, u32 lanes) {
    push(w, w->mask, b->next, w->reconverge);
    w->mask = lanes;
    w->reconverge = b->next;
}

static void call(Warp *w, const BasicBlock *b, u32 wanted) {
    if (!wanted) {
        go_to(w, b->next, b->end_instruction);
        return;
    }
    if (wanted != w->mask) count_divergence(w, b), narrow(w, b, wanted);
    u32 lanes;
    const Function *callee = callee_of(w, b, &lanes);
    if (!callee || callee->block_count == 0 || callee->ptx->is_entry) {
        too_deep(w, b->end_instruction, "a call through a pointer that is not a device function's");
        return;
    }
    if (lanes != w->mask) { // other lanes call another function: they come back to this block, then all go on
        const u32 others = w->mask & ~lanes;
        // It is executed once for each function: as often divergent, the last time included.
        count_divergence(w, b);
        if (lanes_of_first_callee(w, b, others) == others) count_divergence(w, b);
        narrow(w, b, lanes);
        push(w, others, w->block, b->next);
    }
    const size_t at = offset_in_frames(w, w->bank[BANK_FRAME]) + w->function->frame_bytes;
    const u32 local_base = w->local_base + w->function->local_bytes;
    if (w->call_depth == CALL_DEPTH || at + callee->frame_bytes > FRAME_SPACE ||
        local_base + callee->local_bytes > LOCAL_SPACE / LANES) {
        too_deep(w, b->end_instruction, "calls nested this deep (the stack of the thread is full)");
        return;
    }
    if (!splits_make_room(w, at + callee->frame_bytes)) return;
    u8 *frame = w->frame + at;
    memset(frame, 0, callee->zero_bytes);
    if (w->tracked) definedness_enter(w, offset_in_frames(w, frame), callee->frame_bytes);
    for (u32 i = 0; i < b->call->param_count && i < (u32)callee->ptx->param_count; i++) {
        const PtxVariable *v = &callee->ptx->params[i];
        u8 *to = frame + callee->param_offset + (u32)(uintptr_t)v->user * LANES;
        const u8 *row = lanes_of(w, b->call->params[i]);
        const u32 rows = common_rows(b->call->param_rows[i], callee, v);
        copy_rows(to, row, rows, ALL_LANES);
        if (w->tracked)
            definedness_copy_rows(w, offset_in_frames(w, to), offset_in_frames(w, row), rows, w->mask);
    }
    w->calls[w->call_depth++] = (CallFrame){
        .function = w->function,
        .return_block = b->next,
        .reconverge = w->reconverge,
        .mask = w->mask,
        .stack_base = w->stack_depth,
        .local_base = w->local_base,
        .call = b->call,
    };
    w->bank[BANK_FRAME] = frame;
    w->function = callee;
    w->local_base = local_base;
    w->block = 0;
    w->reconverge = -1;
}

static void wait_at_barrier(Warp *w, const BasicBlock *b) {
    const BarrierSite *site = b->barrier;
    const u32 lane = (u32)__builtin_ctz(w->mask);
    if (w->mask != w->live && site->kind == BARRIER_CLUSTER) {
        too_deep(w, b->end_instruction, "a cluster's barrier at which only some threads of a warp wait");
        return;
    }
    if (w->mask != w->live) {
        Finding *f = note_at(w, b->end_instruction, CHECK_BARRIER, lane);
        if (f) {
            const u32 missing = (u32)__builtin_ctz(w->live & ~w->mask);
            f->fatal = true;
            note_absent(f, w, w->live & ~w->mask);
            snprintf(f->message, sizeof f->message,
                     "Only some threads of a warp reach this barrier: thread %s does, thread %s does not.",
                     thread_words(w, w->index * LANES + lane).text,
                     thread_words(w, w->index * LANES + missing).text);
            snprintf(f->next, sizeof f->next,
                     "Move the barrier out of the branch, and above any return, so that all threads of the "
                     "block reach it.");
        }
        stop_block(w);
        return;
    }
    w->barrier = b;
    w->barrier_number = ((const u32 *)lanes_of(w, site->id))[lane];
    if (site->kind != BARRIER_CLUSTER) w->barrier_number %= MAX_BARRIERS;
    w->barrier_threads = site->has_threads ? ((const u32 *)lanes_of(w, site->threads))[lane] : 0;
    w->barrier_mask = w->mask;
    if (site->kind >= BARRIER_AND)
        w->barrier_predicate =
            (predicate(w, site->source) ^ (site->source_negated ? ALL_LANES : 0)) & w->mask;
    w->state = WARP_AT_BARRIER;
}

void warp_release(Warp *w) {
    const BasicBlock *b = w->barrier;
    w->state = WARP_READY;
    w->barrier = NULL;
    go_to(w, b->next, b->end_instruction);
}

static void end_block(Warp *w, const BasicBlock *b) {
    const u32 lanes = b->end_guarded && b->end != END_BRANCH
                          ? w->mask & (predicate(w, b->predicate) ^ (b->end_negated ? ALL_LANES : 0))
                          : w->mask;
    if (w->tracked) definedness_end(w, b);
    switch (b->end) {
    case END_FALL: go_to(w, b->next, b->end_instruction); break;
    case END_JUMP: go_to(w, b->target, b->end_instruction); break;
    case END_BRANCH: branch(w, b); break;
    case END_TABLE: branch_table(w, b); break;
    case END_RETURN:
    case END_EXIT:
        leave(w, lanes, b->end == END_EXIT,
              b->leaves && b->instruction_count == 1 ? w->way_out
                                                     : b->end_instruction); // returns share one ret
        if (w->mask)
            go_to(w, b->next, b->end_instruction);
        else
            warp_resume(w);
        break;
    case END_CALL:
        w->look.site = 0;
        call(w, b, lanes);
        break;
    case END_BARRIER:
        w->look.site = 0;
        wait_at_barrier(w, b);
        break;
    case END_TRAP:
        if (lanes) {
            note_trap(w, b, (u32)__builtin_ctz(lanes));
            stop_block(w);
        } else {
            go_to(w, b->next, b->end_instruction);
        }
        break;
    }
}

// The operations of a block, or the rest of them.
static inline void run_operations(Warp *w, const Op *op, const Op *end) {
    if (!w->tracked) {
        for (; op < end; op++) op->run(w, op);
        if (!w->tracked) return;
        op = definedness_resume(w);
    }
    if (op) definedness_run(w, op, end);
}

// Goes on in the middle of a block.
static void finish_block(Warp *w) {
    const BasicBlock *b = &w->function->blocks[w->block];
    const Op *op = w->resume, *end = &w->function->ops[b->first_op] + b->op_count;
    w->resume = NULL;
    run_operations(w, op, end);
    if (!w->worker->stop && !w->sync) end_block(w, b);
}

void warp_turn(Warp *w) {
    Worker *worker = w->worker;
    const u64 limit = w->thread_block->instruction_limit;
    w->turn = w->instructions + TURN;
    if (limit && w->turn > limit) w->turn = limit;
    w->idle = 0;
    if (w->resume) finish_block(w);
    if (worker->stop || w->sync) return;
    while (w->state == WARP_READY && w->instructions < w->turn) {
        const Function *f = w->function;
        const BasicBlock *b = &f->blocks[w->block];
        const u32 lanes = (u32)__builtin_popcount(w->mask);
        BlockCount *count = &worker->blocks[f->first_block_id + (u32)w->block];
        count->warps++;
        count->lanes += lanes;
        if (w->block_trace)
            trace_entered(w, f->first_block_id + (u32)w->block, lanes ? lanes : 1, b->instruction_count);
        const u64 charge = (u64)(lanes < LEAST_CHARGE ? LEAST_CHARGE : lanes) * b->instruction_count;
        worker->spent += charge;
        worker->total_spent += charge;
        w->instructions += b->instruction_count;
        const Op *op = &f->ops[b->first_op], *end = op + b->op_count;
        run_operations(w, op, end);
        if (worker->stop || w->sync) return;
        end_block(w, b);
        if (worker->stop) return;
    }
}

void warp_run(Warp *w) {
    if (w->worker->launch->lanes_apart) splits_part(w);
    warp_turn(w);
    if (splits_needed(w) && !w->worker->stop) splits_take_turns(w);
}

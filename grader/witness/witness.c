// The witness's state: launches, blocks and their histories; what the host does to memory.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

Witness *witness_new(Warpsim *s) {
    Witness *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->simulator = s;
    s->watch = witness_step;
    s->watcher = t;
    return t;
}

void witness_follow_ways(Witness *t, uint64_t salt, uint32_t coarser, FollowedBlocks blocks) {
    t->ways = coarser ? coarser : 1;
    t->salt = salt;
    t->followed = blocks;
    t->simulator->shares_work = true;
}

uint32_t witness_samples(const Witness *t, const uint32_t grid[3], uint64_t *draw) {
    *draw = t->salt;
    return t->followed == FOLLOW_SAMPLES_ALONE ? samples_of(t, grid) : 0;
}

void witness_misses_blocks(Witness *t) {
    t->blocks_missed = true;
}

static void free_block(BlockHistory *b) {
    shadow_free(&b->shared), shadow_free(&b->local);
    for (u32 i = 0; i < MAX_WARPS_PER_BLOCK; i++) {
        for (u32 k = 0; k < b->warp[i].depths; k++)
            free(b->warp[i].frame[k].reg), free(b->warp[i].frame[k].rows);
        free(b->warp[i].frame);
    }
}

void witness_free(Witness *t) {
    if (!t) return;
    for (u32 i = 0; i < t->function_count; i++) free(t->functions[i].plan);
    for (u32 i = 0; i < t->block_count; i++) free_block(&t->blocks[i]);
    shadow_free(&t->global);
    graph_free(&t->graph);
    free(t->functions), free(t->launches), free(t->blocks), free(t->last_branch), free(t->calls);
    free(t->stored_into);
    free(t);
}

const Allocation *witness_allocation(const Witness *t, u64 address) {
    return arena_find(t->simulator->arena, address);
}

bool witness_thread(const Witness *t, u32 number, WitnessThread *who) {
    for (u32 i = 0; i < t->launch_count; i++) {
        const WatchedLaunch *l = &t->launches[i];
        const u64 at = (u64)number - l->first_thread;
        if (number < l->first_thread || at >= l->threads) continue;
        const u64 each = (u64)l->block[0] * l->block[1] * l->block[2], thread = at % each;
        const u64 block = block_of_number(t, l, (u32)(at / each));
        *who = (WitnessThread){
            .launch = l,
            .block = {(u32)(block % l->grid[0]), (u32)(block / l->grid[0] % l->grid[1]),
                      (u32)(block / l->grid[0] / l->grid[1])},
            .thread = {(u32)(thread % l->block[0]), (u32)(thread / l->block[0] % l->block[1]),
                       (u32)(thread / l->block[0] / l->block[1])},
        };
        return true;
    }
    return false;
}

void witness_wrote(Witness *t, u64 address, u64 size) {
    for (u64 at = address & ~3ull; at < address + size && t->global.count; at += 4)
        if (shadow_find(&t->global, at)) shadow_put(&t->global, at, 0);
}

void witness_copied(Witness *t, u64 to, u64 from, u64 size) {
    if ((to | from) & 3 || t->followed) return witness_wrote(t, to, size); // of samples see first_contents()
    for (u64 at = 0; at < size; at += 4) {
        u32 number = shadow_find(&t->global, from + at);
        if (!number) { // as the host left it there
            Node *n = graph_add(&t->graph, &number);
            n->kind = NODE_INITIAL;
            n->where = from + at;
            memcpy(&n->bits, arena_at(t->simulator->arena, from + at), 4);
        }
        shadow_put(&t->global, to + at, number);
    }
}

// Runs single blocks of a recorded launch: the grid has one, and its place stands in the text as numbers.
#include "grader/grading/block_trials.h"

#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_kernels.h"
#include "grader/verdict/compare.h"

// Of fewer blocks all are as quick; of more, finding out which to take is not.
enum { FEWEST_BLOCKS = 4, MOST_BLOCKS = 256, COST_OF_BYTE = 14, COST_OF_BLOCK = 20 * 1000 };

// Who stored a point: 1 + the number of its block; 0: none did.
typedef struct {
    int *of_point, own;
    bool overlap; // some point was stored by two blocks
} Owners;

// `missing` as in TriedBlocks.
static bool count_points(BlockOutcome *o, const BlockTrying *t, Owners *owners, size_t missing) {
    Comparison c;
    if (!compare_keeping_cells(&c, t->data, t->lab, 0)) return false;
    o->right = o->wrong = 0;
    for (size_t i = 0; i < c.cells; i++) {
        o->right += !c.wrong[i] && c.bound[i] != 0;
        o->wrong += c.wrong[i] && !c.untouched[i];
        if (!owners || c.untouched[i]) continue;
        owners->overlap |= owners->of_point[i] != 0;
        owners->of_point[i] = owners->own;
    }
    o->fills = missing && !c.untouched[missing - 1] && !c.wrong[missing - 1];
    comparison_free(&c);
    return true;
}

static bool run_block(BlockOutcome *o, const BlockTrying *t, const TriedBlocks *of, const char *ptx,
                      size_t size, Owners *owners) {
    size_t own_size;
    TriedWork work = {0};
    char *text = ptx_of_block(ptx, size, of->grid, o->place, &own_size);
    const Tried tried = text ? session_try_block(t->session, text, own_size, t->budget, &work) : TRIED_NOT;
    *t->cost += COST_OF_BLOCK + (double)COST_OF_BYTE * (double)own_size + (double)work.instructions;
    free(text);
    // What a block leaves when it fails counts, too: it stores nothing right.
    if (tried == TRIED_IN_VAIN) o->right = 0, o->wrong = 1, o->fills = false;
    return tried == TRIED_IN_VAIN || (tried == TRIED && count_points(o, t, owners, of->missing));
}

static void take(TriedBlocks *blocks, const BlockOutcome *o) {
    for (int i = 0; i < blocks->count; i++)
        if (!memcmp(blocks->list[i].place, o->place, sizeof o->place)) return;
    if (blocks->count < TRIED_BLOCKS) blocks->list[blocks->count++] = *o;
}

// The block that stored the next point from `cell` on along an axis, up or down; NULL: there is none.
static const BlockOutcome *owner_beside(const Comparison *c, const BlockOutcome *all, const Owners *owners,
                                        size_t cell, int axis, int step) {
    size_t place[3];
    cell_position(c, cell, place);
    const size_t stride = axis == 0 ? 1 : axis == 1 ? c->extent[0] : c->extent[0] * c->extent[1];
    for (size_t at = place[axis] + (size_t)step; at < c->extent[axis]; at += (size_t)step) {
        cell += (size_t)step * stride;
        if (owners->of_point[cell]) return &all[owners->of_point[cell] - 1];
    }
    return NULL;
}

// The blocks that may have had to store a point: those that stored beside it along an axis, and their neighbours there.
static void take_around(TriedBlocks *blocks, const Comparison *c, const BlockOutcome *all,
                        const Owners *owners, size_t cell) {
    for (int axis = 0; axis < 3; axis++)
        for (int step = -1; step <= 1; step += 2) {
            const BlockOutcome *beside = owner_beside(c, all, owners, cell, axis, step);
            const long next = beside ? beside->place[axis] - step : -1;
            const long stride = axis == 0   ? 1
                                : axis == 1 ? blocks->grid[0]
                                            : blocks->grid[0] * blocks->grid[1];
            if (!beside) continue;
            take(blocks, beside);
            if (next >= 0 && next < blocks->grid[axis]) take(blocks, beside - step * stride);
        }
}

// Around the first point that was not stored and has a neighbour that was.
static void take_missing(TriedBlocks *blocks, const BlockTrying *t, const BlockOutcome *all,
                         const Owners *owners) {
    Comparison c;
    if (!compare_keeping_cells(&c, t->data, t->lab, 0)) return;
    for (size_t i = 0; i < c.cells && !blocks->count; i++)
        if (c.bound[i] != 0 && !owners->of_point[i]) {
            take_around(blocks, &c, all, owners, i);
            blocks->missing = blocks->count ? i + 1 : 0;
        }
    comparison_free(&c);
}

// The block that stores most that is wrong; where none does, those that may have to store what is missing.
static void choose(TriedBlocks *blocks, const BlockTrying *t, const BlockOutcome *all, long count,
                   const Owners *owners) {
    const BlockOutcome *worst = &all[0];
    for (long i = 1; i < count; i++)
        if (all[i].wrong > worst->wrong) worst = &all[i];
    if (worst->wrong)
        take(blocks, worst);
    else
        take_missing(blocks, t, all, owners);
}

void choose_tried_blocks(TriedBlocks *blocks, const BlockTrying *t, const long grid[3], const char *ptx,
                         size_t size) {
    const long total = grid[0] * grid[1] * grid[2];
    *blocks = (TriedBlocks){.grid = {grid[0], grid[1], grid[2]}};
    if (total < FEWEST_BLOCKS || total > MOST_BLOCKS) return;
    BlockOutcome *all = calloc((size_t)total, sizeof *all);
    Owners owners = {.of_point = calloc(t->data->cells + 1, sizeof *owners.of_point)};
    bool good = all && owners.of_point;
    for (long i = 0; i < total && good; i++) {
        all[i].place[0] = i % grid[0];
        all[i].place[1] = i / grid[0] % grid[1];
        all[i].place[2] = i / grid[0] / grid[1];
        owners.own = (int)i + 1;
        good = run_block(&all[i], t, blocks, ptx, size, &owners);
    }
    // Where blocks overlap, one that comes right may store fewer points: the whole grid tells.
    if (good && !owners.overlap) choose(blocks, t, all, total, &owners);
    free(all), free(owners.of_point);
}

bool blocks_come_better(const TriedBlocks *blocks, const BlockTrying *t, const char *ptx, size_t size) {
    for (int i = 0; i < blocks->count; i++) {
        const BlockOutcome *own = &blocks->list[i];
        BlockOutcome o = *own;
        if (!run_block(&o, t, blocks, ptx, size, NULL) || o.wrong || o.right < own->right) return false;
        if (o.right > own->right || own->wrong || o.fills) return true; // it may leave others for it
    }
    return false;
}

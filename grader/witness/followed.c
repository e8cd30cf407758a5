// Who has histories: there is no room for those of all threads of a large case.
//
// What is explained needs whole blocks. By which way values came is seen from single warps, since a word of shared memory tells
// who has stored it; so these are spread over all blocks, and a salt chooses them, which cannot be known beforehand. How many
// threads a load has served is seen in a few whole blocks beside them.
#include "grader/warpsim/core/trace.h"
#include "grader/witness/parts.h"

// Cells whose histories have room; of a larger case a quarter of them, since who stored where is kept of all. For ways less is
// kept.
enum {
    CELLS_WITH_HISTORIES = 64000,
    FEWER = 4,
    CELLS_WITH_WAYS = 32000,
    FEWEST_WARPS = 32,
    FEWEST_SAMPLES = 8
};

static bool block_has_histories(const WatchedLaunch *l, u32 linear) {
    if (l->until && linear >= l->until) return false;
    return l->every == 1 || (linear * 2654435761u >> 7) % l->every == 0;
}

void block_begins(const Witness *t, WatchedLaunch *l, u32 linear) {
    if (linear < l->begun) return;
    if (linear && !l->until && t->graph.count > GRAPH_ENOUGH) l->until = linear;
    l->begun = linear + 1;
}

static u64 warps_of_block(const WatchedLaunch *l) {
    return ((u64)l->block[0] * l->block[1] * l->block[2] + LANES - 1) / LANES;
}

// A number that looks drawn, the same one for the same salt and place.
static u64 drawn(u64 salt, u64 place) {
    u64 x = salt ^ place * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static u64 blocks_of(const u32 grid[3]) {
    return (u64)grid[0] * grid[1] * grid[2];
}

// As many equal parts of the grid as there are samples: the one that a block lies in.
static u32 part_of(const WatchedLaunch *l, u32 linear) {
    return (u32)((((u64)linear + 1) * l->samples - 1) / blocks_of(l->grid));
}

u32 block_of_number(const Witness *t, const WatchedLaunch *l, u32 number) {
    const LaunchTrace samples = {.end = blocks_of(l->grid), .scattered = l->samples, .draw = t->salt};
    return l->samples ? (u32)trace_block_of_turn(&samples, number) : number;
}

static bool is_sample(const Witness *t, const WatchedLaunch *l, u32 linear) {
    return !l->samples || block_of_number(t, l, part_of(l, linear)) == linear;
}

bool block_is_looked_at(const Witness *t, WatchedLaunch *l, u32 linear) {
    if (l->asked != linear + 1) l->asked = linear + 1, l->answer = is_sample(t, l, linear);
    return l->answer;
}

u32 number_of_block(const WatchedLaunch *l, u32 linear) {
    return l->samples ? part_of(l, linear) : linear;
}

// One of each `every` warps in a row.
static bool is_drawn(const Witness *t, const WatchedLaunch *l, u64 warp) {
    const u64 row = warp / l->every;
    return l->every == 1 || warp % l->every == drawn(t->salt, (u64)l->first_thread << 32 | row) % l->every;
}

// One of so many blocks in a row; where blocks are so large that there was no room before, none.
static bool block_is_whole(const Witness *t, const WatchedLaunch *l, u32 linear) {
    enum { BLOCKS = 16, COARSEST = 4, OTHERS = 0x5eed };
    const u32 all = l->samples ? l->samples : (u32)blocks_of(l->grid), number = number_of_block(l, linear),
              row = number / BLOCKS, blocks = all - row * BLOCKS < BLOCKS ? all - row * BLOCKS : BLOCKS;
    if (!t->ways || t->ways > COARSEST || (l->until && linear >= l->until)) return false;
    return number % BLOCKS == drawn(t->salt ^ OTHERS, (u64)l->first_thread << 32 | row) % blocks;
}

bool warp_has_histories(const Witness *t, const WatchedLaunch *l, u32 linear, u32 warp) {
    if (!t->ways) return block_has_histories(l, linear);
    if ((l->until && linear >= l->until) || !is_sample(t, l, linear)) return false;
    return is_drawn(t, l, number_of_block(l, linear) * warps_of_block(l) + warp) ||
           block_is_whole(t, l, linear);
}

static u32 linear_block(const WitnessThread *who) {
    const u32 *grid = who->launch->grid;
    return (who->block[2] * grid[1] + who->block[1]) * grid[0] + who->block[0];
}

u32 first_thread_of_block(const Witness *t, u32 thread) {
    WitnessThread who;
    if (!witness_thread(t, thread, &who)) return thread;
    const u32 *block = who.launch->block;
    return thread - ((who.thread[2] * block[1] + who.thread[1]) * block[0] + who.thread[0]);
}

bool thread_is_whole(const Witness *t, u32 thread) {
    WitnessThread who;
    return witness_thread(t, thread, &who) && block_is_whole(t, who.launch, linear_block(&who));
}

bool thread_has_histories(const Witness *t, u32 thread) {
    WitnessThread who;
    if (!witness_thread(t, thread, &who)) return true;
    const u32 *block = who.launch->block;
    return warp_has_histories(t, who.launch, linear_block(&who),
                              ((who.thread[2] * block[1] + who.thread[1]) * block[0] + who.thread[0]) /
                                  LANES);
}

// The largest piece of memory tells how large a case is.
static u64 largest_cells(const Arena *arena) {
    u64 largest = 0;
    for (int i = 0; i < arena->live_count; i++)
        if (arena->live[i]->size > largest) largest = arena->live[i]->size;
    return largest / 4;
}

// So many blocks that they have enough cells together, if all blocks have as many.
u32 samples_of(const Witness *t, const u32 grid[3]) {
    const u64 blocks = blocks_of(grid), cells = largest_cells(t->simulator->arena),
              enough = cells ? CELLS_WITH_WAYS * blocks / cells + 1 : blocks;
    const u64 wanted = enough < FEWEST_SAMPLES ? FEWEST_SAMPLES : enough;
    return !t->followed || wanted >= blocks ? 0 : (u32)wanted;
}

u32 one_of_so_many(const Witness *t, const WatchedLaunch *l) {
    const u64 cells = largest_cells(t->simulator->arena), all = blocks_of(l->grid);
    if (!t->ways) return cells <= CELLS_WITH_HISTORIES ? 1 : (u32)(FEWER * cells / CELLS_WITH_HISTORIES) + 1;
    const u64 blocks = l->samples ? l->samples : all, most = blocks * warps_of_block(l) / FEWEST_WARPS + 1,
              usual = cells * blocks / all / CELLS_WITH_WAYS + 1;
    return (u32)(usual < most ? usual : most) * t->ways;
}

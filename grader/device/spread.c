// What a launch whose time is modelled stores and reads, by blocks all over its grid.
//
// The model looks at blocks in the middle. A kernel that leaves out part of the work where its time is taken would be as
// fast as it looks; what it does not store, or does not read, it does not compute.
#include <math.h>
#include <string.h>

#include "grader/device/device.h"

enum {
    INSTRUCTIONS = 40 << 20,
    BLOCKS_MOST = 256,
    BLOCKS_LEAST = 12,
    LATER_LEAST = 4,
    WARP_INSTRUCTIONS = 1 << 22,
    GROUPS = 8
};
enum { LANES = 32, SECTOR_BYTES = 32 };

// So many blocks that they take no more than INSTRUCTIONS of threads together; of later launches fewer.
static uint32_t blocks_to_run(const ListedLaunch *l, uint64_t blocks, uint32_t number) {
    const double each = l->modelled.warp_instructions * LANES / (double)blocks;
    const double fit = each > 0 ? INSTRUCTIONS / each : BLOCKS_MOST;
    const double first = fit > BLOCKS_MOST ? BLOCKS_MOST : fit < BLOCKS_LEAST ? BLOCKS_LEAST : fit;
    const double now = first / (1 + number);
    return now < LATER_LEAST ? LATER_LEAST : (uint32_t)now;
}

static uint64_t bytes_of(const TouchedPage *page, TouchKind kind) {
    uint64_t bytes = 0;
    for (int i = 0; page->bits[kind] && i < FOOTPRINT_WORDS; i++)
        bytes += (uint64_t)__builtin_popcountll(page->bits[kind][i]);
    return bytes;
}

// An atomic operation reads and stores.
static void add_bytes(const Footprint *f, double *stored, double *read) {
    uint64_t bytes[TOUCH_KINDS] = {0};
    for (uint32_t i = 0; i < f->count; i++)
        for (TouchKind kind = 0; kind < TOUCH_KINDS; kind++) bytes[kind] += bytes_of(&f->pages[i], kind);
    *stored = (double)(bytes[TOUCH_WRITE] + bytes[TOUCH_ATOMIC]);
    *read = (double)(bytes[TOUCH_READ] + bytes[TOUCH_ATOMIC]);
}

bool modelling_run_spread(Device *d, const WarpsimLaunch *r, uint32_t count, uint64_t draw,
                          Footprint *touched, uint64_t *blocks) {
    WarpsimLaunch spread = *r;
    spread.trace =
        model_spread((uint64_t)r->grid[0] * r->grid[1] * r->grid[2], count, draw, WARP_INSTRUCTIONS);
    spread.footprint = touched;
    if (!spread.trace) return false;
    const Launched result = d->backend->launch(d->backend, &spread);
    *blocks = model_spread_blocks(spread.trace);
    model_trace_free(spread.trace);
    return result.started && !result.error && *blocks && !(touched && touched->lost);
}

// Mean and standard error of `count` equally good answers. One answer is that of all blocks, and has no error.
static void take_mean(const double *answer, int count, double *mean, double *error) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) sum += answer[i];
    *mean = sum / count;
    for (int i = 0; i < count; i++) squares += (answer[i] - *mean) * (answer[i] - *mean);
    *error = count > 1 ? sqrt(squares / (count - 1) / count) : 0;
}

// The blocks are drawn in groups, each all over the grid: how much these disagree says how far off the mean may be.
static bool add_up(Device *d, const WarpsimLaunch *r, ListedLaunch *l, uint32_t wanted, uint64_t draw) {
    const uint64_t blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2];
    const int groups = blocks <= wanted ? 1 : GROUPS;
    double stored[GROUPS], read[GROUPS];
    for (int g = 0; g < groups; g++) {
        Footprint touched = {0};
        uint64_t ran;
        const uint32_t count = groups == 1 ? wanted : (wanted + GROUPS - 1) / GROUPS;
        const bool good = modelling_run_spread(d, r, count, draw + (uint64_t)g, &touched, &ran);
        if (good) add_bytes(&touched, &stored[g], &read[g]);
        footprint_clear(&touched);
        if (!good) return false;
        stored[g] *= (double)blocks / (double)ran;
        read[g] *= (double)blocks / (double)ran;
    }
    take_mean(stored, groups, &l->spread.stored_bytes, &l->spread.stored_error);
    take_mean(read, groups, &l->spread.read_bytes, &l->spread.read_error);
    return true;
}

void modelling_spread(Device *d, const WarpsimLaunch *r, ListedLaunch *l) {
    const uint64_t blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2];
    const uint32_t number = (uint32_t)(l - d->modelling.launches);
    const uint64_t draw = d->modelling.draw + 977 * (uint64_t)number;
    uint32_t cluster[3];
    // Where blocks meet, all of them have run: what the model has of that.
    l->spread.stored_bytes = SECTOR_BYTES * l->modelled.l2_write_sectors;
    l->spread.read_bytes = SECTOR_BYTES * l->modelled.l2_read_sectors;
    memcpy(l->spread.counters, l->counters, sizeof l->spread.counters);
    WarpsimLaunch plain = *r;
    plain.function = l->kernel;
    const bool alone = l->modelled.known && !r->cooperative &&
                       warpsim_cluster(d->sim, &plain, cluster) == 0 &&
                       cluster[0] * cluster[1] * cluster[2] <= 1;
    const uint32_t wanted = alone ? blocks_to_run(l, blocks, number) : 0;
    uint64_t before[LAUNCH_COUNTERS] = {0}, after[LAUNCH_COUNTERS] = {0};
    modelling_count(d, l->kernel, before);
    if (!alone || !add_up(d, &plain, l, wanted, draw)) {
        d->modelling.sampled.missed = true;
        return;
    }
    modelling_count(d, l->kernel, after);
    for (int n = 0; n < LAUNCH_COUNTERS; n++) l->spread.counters[n] = after[n] - before[n];
    sampled_values_look(d, &plain, wanted, draw + GROUPS);
}

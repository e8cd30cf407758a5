// What a launch whose time is modelled stores and reads, by blocks all over its grid.
//
// The model looks at blocks in the middle. A kernel that leaves out part of the work where its time is taken would be as
// fast as it looks; what it does not store, or does not read, it does not compute.
#include <string.h>

#include "grader/device/device.h"

enum {
    INSTRUCTIONS = 40 << 20,
    BLOCKS_MOST = 256,
    BLOCKS_LEAST = 12,
    LATER_LEAST = 4,
    WARP_INSTRUCTIONS = 1 << 22
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
static void add_bytes(const Footprint *f, double scale, ListedLaunch *l) {
    uint64_t stored = 0, read = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const uint64_t both = bytes_of(&f->pages[i], TOUCH_ATOMIC);
        stored += both + bytes_of(&f->pages[i], TOUCH_WRITE);
        read += both + bytes_of(&f->pages[i], TOUCH_READ);
    }
    l->stored_bytes = scale * (double)stored;
    l->read_bytes = scale * (double)read;
}

void modelling_spread(Device *d, const WarpsimLaunch *r, ListedLaunch *l) {
    const uint64_t blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2];
    uint32_t cluster[3];
    // Where blocks meet, all of them have run: what the model has of that.
    l->stored_bytes = SECTOR_BYTES * l->modelled.l2_write_sectors;
    l->read_bytes = SECTOR_BYTES * l->modelled.l2_read_sectors;
    if (!l->modelled.known || r->cooperative) return;
    WarpsimLaunch spread = *r;
    spread.function = l->kernel;
    if (warpsim_cluster(d->sim, &spread, cluster) || cluster[0] * cluster[1] * cluster[2] > 1) return;
    Footprint touched = {0};
    const uint32_t number = (uint32_t)(l - d->modelling.launches);
    spread.trace = model_spread(blocks, blocks_to_run(l, blocks, number), d->modelling.draw + 977 * number,
                                WARP_INSTRUCTIONS);
    spread.footprint = &touched;
    if (!spread.trace) return;
    const Launched result = d->backend->launch(d->backend, &spread);
    const uint64_t ran = model_spread_blocks(spread.trace);
    if (result.started && !result.error && ran && !touched.lost)
        add_bytes(&touched, (double)blocks / (double)ran, l);
    footprint_clear(&touched);
    model_trace_free(spread.trace);
}

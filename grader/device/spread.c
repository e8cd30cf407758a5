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
    GROUPS = 8,
    // Where most blocks store nothing, so many are drawn that as many as this store, as far as the instructions allow.
    STORING_ENOUGH = 512,
    INSTRUCTIONS_OF_FEW = 1 << 30,
    // Where blocks differ, four times as many are drawn as long as what they store seems too little and is not known to UNSURE_PERCENT.
    UNSURE_PERCENT = 3,
    INSTRUCTIONS_OF_UNSURE = 1 << 28
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

// What blocks of a launch have been drawn to say of all.
typedef struct {
    double blocks;       // of the grid
    double ran, storing; // blocks that ran, and those of them that have stored
    double instructions; // of threads, that these have executed
    double stored[GROUPS], read[GROUPS];
    int groups;
} Drawn;

// The blocks are drawn in groups, each all over the grid: how much these disagree says how far off the mean may be.
static bool draw_groups(Device *d, const WarpsimLaunch *r, uint32_t wanted, uint64_t draw, Drawn *x) {
    const uint64_t blocks = (uint64_t)r->grid[0] * r->grid[1] * r->grid[2],
                   before = modelling_total(d, r->function, "storing_blocks"),
                   executed = modelling_total(d, r->function, "thread_instructions");
    *x = (Drawn){.blocks = (double)blocks, .groups = blocks <= wanted ? 1 : GROUPS};
    for (int g = 0; g < x->groups; g++) {
        Footprint touched = {0};
        uint64_t ran;
        const uint32_t count = x->groups == 1 ? wanted : (wanted + GROUPS - 1) / GROUPS;
        const bool good = modelling_run_spread(d, r, count, draw + (uint64_t)g, &touched, &ran);
        if (good) add_bytes(&touched, &x->stored[g], &x->read[g]);
        footprint_clear(&touched);
        if (!good) return false;
        x->stored[g] *= x->blocks / (double)ran;
        x->read[g] *= x->blocks / (double)ran;
        x->ran += (double)ran;
    }
    x->storing = (double)(modelling_total(d, r->function, "storing_blocks") - before);
    x->instructions = (double)(modelling_total(d, r->function, "thread_instructions") - executed);
    return true;
}

// Most blocks store nothing.
static bool few_store(const Drawn *x) {
    return x->groups > 1 && x->storing * 2 < x->ran;
}

// Where few blocks store, each group may have met equally few of them, and their agreement says nothing. That so many of them were
// met is then an event of its own, whose error is that of a count.
static double error_of_few(const Drawn *x, double mean) {
    const double met = x->storing > 1 ? x->storing : 1;
    return few_store(x) ? mean * sqrt((1 - x->storing / x->ran) / met) : 0;
}

static uint32_t more_of_few(const Drawn *x) {
    const double wanted = x->ran * STORING_ENOUGH / fmax(x->storing, 1),
                 fit = INSTRUCTIONS_OF_FEW / fmax(x->instructions / x->ran, 1);
    return (uint32_t)fmax(fmin(wanted, fit), x->ran);
}

// Of the memory that the grader wants to have back, bytes.
static double output_bytes(const Device *d) {
    const WarpsimAllocation *a;
    double bytes = 0;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++)
        if (a->live && a->graders && !a->input) bytes += (double)a->size;
    return bytes;
}

// Blocks that store and blocks that do not disagree by much: where they seem to lack a part, too few of them say nothing of it.
static bool is_unsure(const Device *d, const Drawn *x, double mean, double error) {
    const double errors = 6, least_share = 0.95; // as grader/verdict/time.c allows
    return x->groups > 1 && errors * error > mean * UNSURE_PERCENT / 100 &&
           mean < least_share * output_bytes(d) && 4 * x->instructions <= INSTRUCTIONS_OF_UNSURE;
}

static bool add_up(Device *d, const WarpsimLaunch *r, ListedLaunch *l, uint32_t wanted, uint64_t draw) {
    Spread *s = &l->spread;
    Drawn x;
    if (!draw_groups(d, r, wanted, draw, &x)) return false;
    if (few_store(&x) && !draw_groups(d, r, more_of_few(&x), draw, &x)) return false;
    take_mean(x.stored, x.groups, &s->stored_bytes, &s->stored_error);
    while (is_unsure(d, &x, s->stored_bytes, s->stored_error)) {
        if (!draw_groups(d, r, 4 * (uint32_t)x.ran, draw, &x)) return false;
        take_mean(x.stored, x.groups, &s->stored_bytes, &s->stored_error);
    }
    take_mean(x.read, x.groups, &s->read_bytes, &s->read_error);
    s->stored_error = fmax(s->stored_error, error_of_few(&x, s->stored_bytes));
    s->read_error = fmax(s->read_error, error_of_few(&x, s->read_bytes));
    return true;
}

// What threads have stored to global memory so far: how many did, and their bytes.
typedef struct {
    uint64_t threads, bytes, atomics;
} Stores;

static Stores stores_of(const Device *d, const WarpsimLaunch *r) {
    return (Stores){.threads = modelling_total(d, r->function, "storing_threads"),
                    .bytes = modelling_total(d, r->function, "global_store_bytes"),
                    .atomics = modelling_total(d, r->function, "global_atomic_bytes")};
}

// The bytes of each of those threads that stored between the two; 0: not all are alike. `none`: where nobody stored.
static uint64_t bytes_a_thread(const Stores *before, const Stores *after, uint64_t none) {
    const uint64_t threads = after->threads - before->threads, bytes = after->bytes - before->bytes;
    if (after->atomics > before->atomics) return 0;
    return !threads ? none : bytes % threads ? 0 : bytes / threads;
}

// Runs one block more. Where a grid is a little too short its first or its last block may do what is left.
static bool run_block(Device *d, const WarpsimLaunch *r, uint64_t block) {
    WarpsimLaunch single = *r;
    single.trace = model_single(block, WARP_INSTRUCTIONS);
    if (!single.trace) return false;
    const Launched result = d->backend->launch(d->backend, &single);
    const bool whole = model_spread_blocks(single.trace) > 0;
    model_trace_free(single.trace);
    return result.started && !result.error && whole;
}

// Behind the blocks that were drawn, which began at `before`: the bytes that each thread stores which stores at all; 0: it is not known,
// or not the same in the first or the last block.
static uint64_t stored_by_each(Device *d, const WarpsimLaunch *r, const Stores *before, uint64_t blocks) {
    const Stores drawn = stores_of(d, r);
    const uint64_t each = bytes_a_thread(before, &drawn, 0);
    for (int last = 0; each && last < 2; last++) {
        const Stores begin = stores_of(d, r);
        if (!run_block(d, r, last ? blocks - 1 : 0)) return 0;
        const Stores end = stores_of(d, r);
        if (bytes_a_thread(&begin, &end, each) != each) return 0;
    }
    return each;
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
    const Stores begin = stores_of(d, &plain);
    if (!alone || !add_up(d, &plain, l, wanted, draw)) {
        d->modelling.sampled.missed = true;
        return;
    }
    modelling_count(d, l->kernel, after);
    for (int n = 0; n < LAUNCH_COUNTERS; n++) l->spread.counters[n] = after[n] - before[n];
    l->spread.thread_bytes = stored_by_each(d, &plain, &begin, blocks);
    sampled_values_look(d, &plain, wanted, draw + GROUPS);
}

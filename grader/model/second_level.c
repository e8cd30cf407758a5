// Runs the sampled lines of a launch's blocks through L2, the blocks of a wave side by side.
#include "grader/model/second_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/model/cache.h"

enum { SECTOR = 32, WARPS_A_BLOCK = 32 };

// One touch of a line, and when: the wave, how far its warp has come, the block, the warp.
typedef struct {
    uint64_t order;
    uint64_t line; // as in BlockTrace
    uint32_t block;
} Touch;

// What is counted of one range of memory, as in SecondLevel.
typedef struct {
    double dram_read, dram_write, dram_fill, far_reads, lone_reads, lone_writes;
    double fresh, lines; // lines that came into L2: bytes, a line that both halves have twice; how many
} Traffic;

typedef struct {
    Cache half[2];
    const SecondLevelSetup *setup;
    bool counting;
    double reads, writes;
    Traffic *traffic; // of each range, and behind them of all other memory
    uint32_t last;    // of them: asked for last
} Second;

static int in_order(const void *a, const void *b) {
    const Touch *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

// Adds a block's touches. Its warps run side by side: each touch comes when the warp has come so far with its own.
static size_t add_block(Touch *to, const BlockTrace *b, uint64_t block, uint64_t wave) {
    enum { STEPS = 4096 };
    uint32_t all[WARPS_A_BLOCK] = {0}, done[WARPS_A_BLOCK] = {0};
    for (uint32_t k = 0; k < b->line_count; k++) all[b->lines[k] >> 48 & (WARPS_A_BLOCK - 1)]++;
    for (uint32_t k = 0; k < b->line_count; k++) {
        const uint32_t warp = b->lines[k] >> 48 & (WARPS_A_BLOCK - 1);
        const uint64_t progress = (uint64_t)done[warp]++ * STEPS / all[warp];
        to[k] = (Touch){block / wave << 48 | progress << 32 | (block % wave & 0xffffff) << 8 | warp,
                        b->lines[k], (uint32_t)(block & 0xffffffff)};
    }
    return b->line_count;
}

static Touch *gather(const LaunchTrace *t, uint64_t wave, size_t *count) {
    size_t total = 0, n = 0;
    for (uint64_t i = 0; i < t->lines_end - t->first; i++) total += t->blocks[i].line_count;
    Touch *touches = malloc((total + 1) * sizeof *touches);
    for (uint64_t i = 0; i < t->lines_end - t->first && touches; i++)
        n += add_block(touches + n, &t->blocks[i], i, wave);
    if (touches) qsort(touches, n, sizeof *touches, in_order);
    *count = n;
    return touches;
}

static uint32_t home_of(const Second *s, uint32_t line) {
    uint32_t hash = line * 0x9e3779b1u;
    return s->setup->halves ? hash >> 31 : 0;
}

// What is counted of the line's range.
static Traffic *traffic_of(Second *s, uint32_t line) {
    const LineRange *r = s->setup->ranges;
    uint32_t low = 0, high = s->setup->range_count;
    if (s->last < high && line >= r[s->last].first && line < r[s->last].end) return &s->traffic[s->last];
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (line < r[middle].first)
            high = middle;
        else if (line >= r[middle].end)
            low = middle + 1;
        else
            return &s->traffic[s->last = middle];
    }
    return &s->traffic[s->setup->range_count];
}

// Sectors that scattered stores wrote, whose neighbour in the same 64 bytes has nothing to say.
static uint32_t lone_sectors(const CacheLine *l) {
    uint32_t n = 0;
    for (int i = 0; i < 4; i++)
        n += (l->dirty & l->lone & 1u << i) && !((l->dirty | l->valid) >> (i ^ 1) & 1);
    return n;
}

// Sectors that were written in part and never read: they are read before they are written back.
static uint32_t incomplete_sectors(const CacheLine *l) {
    uint32_t n = 0;
    for (int i = 0; i < 4; i++) n += l->dirty >> i & 1 && !(l->valid >> i & 1) && l->written[i] < SECTOR;
    return n;
}

// A line leaves its home: what was written goes to DRAM. Sectors of which only a part was written are read first.
static void leave(Second *s, const CacheLine *old, uint32_t half) {
    if (!old->line || !old->dirty || home_of(s, old->line - 1) != half || !s->counting) return;
    Traffic *t = traffic_of(s, old->line - 1);
    t->lone_writes += lone_sectors(old);
    t->dram_write += SECTOR * __builtin_popcount(old->dirty);
    t->dram_fill += SECTOR * incomplete_sectors(old);
}

static CacheLine *place_in(Second *s, uint32_t half, uint32_t line) {
    CacheLine *l = cache_find(&s->half[half], line), old;
    if (l) return l;
    l = cache_take(&s->half[half], line, &old);
    leave(s, &old, half);
    if (s->counting) {
        Traffic *t = traffic_of(s, line);
        t->fresh += 128;
        t->lines += half == home_of(s, line);
    }
    return l;
}

// DRAM is read in pairs of sectors.
static uint32_t pairs(uint32_t sectors) {
    return ((sectors & 3) ? 3u : 0) | ((sectors & 12) ? 12u : 0);
}

static void read_line(Second *s, uint32_t line, uint32_t sectors, bool lone, uint32_t side) {
    const uint32_t home = home_of(s, line), near = s->setup->halves ? side : 0;
    CacheLine *n = place_in(s, near, line);
    const uint32_t missing = sectors & ~(uint32_t)(n->valid | n->dirty);
    if (s->counting) s->reads += __builtin_popcount(sectors);
    if (missing) {
        CacheLine *h = near == home ? n : place_in(s, home, line);
        const uint32_t absent = missing & ~(uint32_t)(h->valid | h->dirty);
        const uint32_t fetched = absent ? pairs(absent) & ~(uint32_t)(h->valid | h->dirty) : 0;
        if (s->counting) {
            Traffic *t = traffic_of(s, line);
            t->dram_read += SECTOR * __builtin_popcount(fetched);
            t->lone_reads += lone && fetched;
            if (near != home) t->far_reads += __builtin_popcount(missing);
        }
        h->valid |= (uint8_t)fetched;
    }
    n = cache_find(&s->half[near], line);
    if (n) n->valid |= (uint8_t)sectors;
}

static void write_line(Second *s, uint32_t line, uint32_t sectors, uint32_t bytes, bool lone) {
    const uint32_t home = home_of(s, line);
    CacheLine *h = place_in(s, home, line);
    if (s->counting) s->writes += __builtin_popcount(sectors);
    for (int i = 0; i < 4; i++)
        if (sectors >> i & 1) {
            const uint32_t sum = h->written[i] + bytes;
            h->written[i] = (uint8_t)(sum < SECTOR ? sum : SECTOR);
        }
    h->dirty |= (uint8_t)sectors;
    if (lone) h->lone |= (uint8_t)sectors;
}

static void run(Second *s, const Touch *touches, size_t count, uint64_t first_counted, uint32_t sms) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t l = touches[i].line;
        const uint32_t side = touches[i].block % sms & 1;
        s->counting = touches[i].block >= first_counted;
        if (l >> 4 & 1)
            write_line(s, (uint32_t)(l >> 16), l & 15, l >> 8 & 63, l >> 5 & 1);
        else
            read_line(s, (uint32_t)(l >> 16), l & 15, l >> 5 & 1, side);
    }
}

// Adds, `sign` times, what lines still there have to give back to DRAM, each once.
static void add_left(Second *s, double sign) {
    for (int h = 0; h < 2; h++)
        for (uint32_t i = 0; s->half[h].lines && i < s->half[h].sets * CACHE_WAYS; i++) {
            const CacheLine *l = &s->half[h].lines[i];
            if (!l->line || !l->dirty) continue;
            Traffic *t = traffic_of(s, l->line - 1);
            t->dram_write += sign * SECTOR * __builtin_popcount(l->dirty);
            t->dram_fill += sign * SECTOR * incomplete_sectors(l);
            t->lone_writes += sign * lone_sectors(l);
        }
}

static double smooth(double x, double low, double high) {
    const double u = (x - low) / (high - low);
    return u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u);
}

// All blocks were looked at: the launch runs twice, and the second time counts.
static void run_all(Second *s, const Touch *touches, size_t count, uint32_t sms) {
    if (!s->setup->cold) run(s, touches, count, UINT64_MAX, sms);
    run(s, touches, count, 0, sms);
}

// Lines that were incomplete before and have been written to the end since have less to give back than they had: not less than
// nothing, though.
static void at_least_nothing(Second *s) {
    for (uint32_t i = 0; i <= s->setup->range_count; i++) {
        Traffic *t = &s->traffic[i];
        t->dram_write = fmax(0, t->dram_write), t->dram_fill = fmax(0, t->dram_fill);
        t->lone_writes = fmax(0, t->lone_writes);
    }
}

// Only some waves were looked at, of a launch whose lines L2 cannot hold: each byte that these waves touch for the
// first time comes from DRAM, and each that they write goes there.
static void run_part(Second *s, const Touch *touches, size_t count, uint64_t first_counted, uint32_t sms) {
    add_left(s, -1);
    run(s, touches, count, first_counted, sms);
    add_left(s, 1);
    at_least_nothing(s);
}

// What the launch touches of a range at the pace of what was counted, what there is of it, and how often L2 has a line of it.
typedef struct {
    double touched, size, twice;
} Reach;

// The part of a range's traffic with DRAM that is left of what a few waves had, where the launch as a whole has run before.
// A launch cannot touch more than was allocated: what the waves' pace comes to beyond that are further rounds through the
// same memory, and L2 may have kept that, with what all others touch meanwhile.
//
// Seen on an H200: streams through 50 MB, of which a half was read, come from DRAM whole, and hardly any through 34 MB. Further
// rounds, most of them in no order, begin to miss earlier and do so less suddenly; by then fewer lines are in both halves.
static double kept_traffic(const Second *s, const Reach *all, uint32_t range) {
    const double rounds = all[range].size > 0 ? fmax(1, all[range].touched / all[range].size) : 1;
    double launch = 0, round = 0;
    for (uint32_t i = 0; i <= s->setup->range_count; i++) {
        launch += all[i].twice * fmin(all[i].touched, all[i].size);
        round += (all[i].twice + 1) / 2 * fmin(all[i].touched / rounds, all[i].size);
    }
    const double bytes = (double)s->setup->cache_bytes,
                 first = s->setup->cold ? 1 : smooth(launch / bytes, 0.82, 1);
    return (first + (rounds - 1) * smooth(round / bytes, 0.6, 1.1)) / rounds;
}

// `launch`: what the whole launch has of what was counted.
static bool weigh(Second *s, double launch) {
    const uint32_t ranges = s->setup->range_count;
    Reach *all = calloc((size_t)ranges + 1, sizeof *all);
    for (uint32_t i = 0; i <= ranges && all; i++) {
        const Traffic *t = &s->traffic[i];
        const LineRange *r = i < ranges ? &s->setup->ranges[i] : NULL;
        all[i] = (Reach){.touched = 128 * t->lines * launch,
                         .size = r ? 128.0 * (r->end - r->first) : INFINITY,
                         .twice = t->lines > 0 ? t->fresh / (128 * t->lines) : 1};
    }
    for (uint32_t i = 0; i <= ranges && all; i++) {
        Traffic *t = &s->traffic[i];
        const double k = kept_traffic(s, all, i);
        t->dram_read *= k, t->dram_write *= k, t->dram_fill *= k;
        t->far_reads *= k, t->lone_reads *= k, t->lone_writes *= k;
    }
    free(all);
    return all != NULL;
}

// All that the blocks do, in what they did before they ended early.
static double stretch_of(const LaunchTrace *t, double block_instructions) {
    double executed = 0;
    bool early = false;
    const uint64_t looked = t->lines_end - t->first;
    for (uint64_t i = 0; i < looked; i++) {
        executed += (double)t->blocks[i].instructions;
        early |= t->blocks[i].ended_early;
    }
    return early && executed > 0 ? fmax(1, block_instructions * (double)looked / executed) : 1;
}

bool second_level_run(const LaunchTrace *t, const SecondLevelSetup *setup, SecondLevel *out) {
    Second s = {.setup = setup};
    size_t count;
    const uint64_t looked = t->lines_end - t->first, sample = t->line_sample;
    const double stretch = stretch_of(t, setup->block_instructions);
    Touch *touches = gather(t, setup->wave, &count);
    const uint64_t bytes = setup->cache_bytes / sample / (setup->halves ? 2 : 1);
    s.traffic = calloc((size_t)setup->range_count + 1, sizeof *s.traffic);
    bool good = touches && s.traffic && cache_make(&s.half[0], bytes) &&
                (!setup->halves || cache_make(&s.half[1], bytes));
    *out = (SecondLevel){0};
    if (good) {
        const bool all = looked == setup->blocks && stretch == 1;
        const uint64_t warm = all || looked <= setup->wave ? 0 : setup->wave, counted = looked - warm;
        const double scale = (double)sample / (double)counted * stretch;
        if (all) {
            run_all(&s, touches, count, setup->sms);
        } else {
            size_t early = 0; // in order of waves: the first of them warms up
            while (early < count && touches[early].block < warm) early++;
            run(&s, touches, early, UINT64_MAX, setup->sms);
            run_part(&s, touches + early, count - early, warm, setup->sms);
            good = weigh(&s, scale * (double)setup->blocks);
        }
        *out = (SecondLevel){.sectors_read = s.reads * scale, .sectors_written = s.writes * scale};
        for (uint32_t i = 0; i <= setup->range_count; i++) {
            const Traffic *t = &s.traffic[i];
            out->dram_read += t->dram_read * scale, out->dram_write += t->dram_write * scale;
            out->dram_fill += t->dram_fill * scale, out->far_reads += t->far_reads * scale;
            out->lone_reads += t->lone_reads * scale, out->lone_writes += t->lone_writes * scale;
        }
    }
    cache_free(&s.half[0]), cache_free(&s.half[1]);
    free(touches), free(s.traffic);
    return good;
}

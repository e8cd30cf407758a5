// Runs the sampled lines of a launch's blocks through L2, the blocks of a wave side by side.
#include "grader/model/second_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/model/cache.h"

enum { SECTOR = 32 };

// One touch of a line, and when: the wave, how far its block has come, the block.
typedef struct {
    uint64_t order;
    uint64_t line; // as in BlockTrace
    uint32_t block;
} Touch;

typedef struct {
    Cache half[2];
    const SecondLevelSetup *setup;
    bool counting;
    double reads, writes, far_reads, dram_read, filled, dram_write, fresh;
    double lone_reads, lone_writes; // as in SecondLevel
} Second;

static int in_order(const void *a, const void *b) {
    const Touch *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

static Touch *gather(const LaunchTrace *t, uint64_t wave, size_t *count) {
    size_t total = 0, n = 0;
    for (uint64_t i = 0; i < t->lines_end - t->first; i++) total += t->blocks[i].line_count;
    Touch *touches = malloc((total + 1) * sizeof *touches);
    for (uint64_t i = 0; i < t->lines_end - t->first && touches; i++) {
        const BlockTrace *b = &t->blocks[i];
        for (uint32_t k = 0; k < b->line_count; k++) {
            const uint64_t progress = (uint64_t)k * 4096 / b->line_count;
            touches[n++] = (Touch){i / wave << 40 | progress << 24 | (i % wave & 0xffffff), b->lines[k],
                                   (uint32_t)(i & 0xffffffff)};
        }
    }
    if (touches) qsort(touches, n, sizeof *touches, in_order);
    *count = n;
    return touches;
}

static uint32_t home_of(const Second *s, uint32_t line) {
    uint32_t hash = line * 0x9e3779b1u;
    return s->setup->halves ? hash >> 31 : 0;
}

// Sectors that scattered stores wrote, whose neighbour in the same 64 bytes has nothing to say.
static uint32_t lone_sectors(const CacheLine *l) {
    uint32_t n = 0;
    for (int i = 0; i < 4; i++)
        n += (l->dirty & l->lone & 1u << i) && !((l->dirty | l->valid) >> (i ^ 1) & 1);
    return n;
}

// A line leaves its home: what was written goes to DRAM. Sectors of which only a part was written are read first.
static void leave(Second *s, const CacheLine *old, uint32_t half) {
    if (!old->line || !old->dirty || home_of(s, old->line - 1) != half || !s->counting) return;
    s->lone_writes += lone_sectors(old);
    for (int i = 0; i < 4; i++) {
        if (!(old->dirty >> i & 1)) continue;
        s->dram_write += SECTOR;
        if (old->written[i] < SECTOR && !(old->valid >> i & 1)) s->dram_read += SECTOR;
    }
}

static CacheLine *place_in(Second *s, uint32_t half, uint32_t line) {
    CacheLine *l = cache_find(&s->half[half], line), old;
    if (l) return l;
    l = cache_take(&s->half[half], line, &old);
    leave(s, &old, half);
    if (s->counting) s->fresh += 128;
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
        if (s->counting) s->dram_read += SECTOR * __builtin_popcount(fetched);
        if (s->counting && lone) s->lone_reads += fetched != 0;
        if (s->counting && near != home) s->far_reads += __builtin_popcount(missing);
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

// Lines written in the counted part, each given back to DRAM once.
static double dirty_bytes(Second *s) {
    double sum = 0;
    for (int h = 0; h < 2; h++)
        for (uint32_t i = 0; s->half[h].lines && i < s->half[h].sets * CACHE_WAYS; i++)
            sum += SECTOR * __builtin_popcount(s->half[h].lines[i].dirty);
    return sum;
}

static double lone_left(Second *s) {
    double sum = 0;
    for (int h = 0; h < 2; h++)
        for (uint32_t i = 0; s->half[h].lines && i < s->half[h].sets * CACHE_WAYS; i++)
            sum += lone_sectors(&s->half[h].lines[i]);
    return sum;
}

// Sectors that were written in part and never read: they are read before they are written back.
static double partial_bytes(Second *s) {
    double sum = 0;
    for (int h = 0; h < 2; h++)
        for (uint32_t i = 0; s->half[h].lines && i < s->half[h].sets * CACHE_WAYS; i++) {
            const CacheLine *l = &s->half[h].lines[i];
            for (int k = 0; k < 4; k++)
                if (l->dirty >> k & 1 && !(l->valid >> k & 1) && l->written[k] < SECTOR) sum += SECTOR;
        }
    return sum;
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

// Only some waves were looked at, of a launch whose lines L2 cannot hold: each byte that these waves touch for the
// first time comes from DRAM, and each that they write goes there.
static void run_part(Second *s, const Touch *touches, size_t count, uint64_t first_counted, uint32_t sms) {
    const double partial = partial_bytes(s), lone = lone_left(s);
    run(s, touches, count, first_counted, sms);
    s->dram_write += dirty_bytes(s) - s->filled;
    s->dram_read += partial_bytes(s) - partial;
    s->lone_writes += lone_left(s) - lone;
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
    bool good = touches && cache_make(&s.half[0], bytes) && (!setup->halves || cache_make(&s.half[1], bytes));
    *out = (SecondLevel){0};
    if (good) {
        const bool all = looked == setup->blocks && stretch == 1;
        const uint64_t warm = all || looked <= setup->wave ? 0 : setup->wave, counted = looked - warm;
        if (all) {
            run_all(&s, touches, count, setup->sms);
        } else {
            size_t early = 0; // in order of waves: the first of them warms up
            while (early < count && touches[early].block < warm) early++;
            run(&s, touches, early, UINT64_MAX, setup->sms);
            s.filled = dirty_bytes(&s);
            run_part(&s, touches + early, count - early, warm, setup->sms);
        }
        const double scale = (double)sample / (double)counted * stretch;
        *out = (SecondLevel){
            s.reads * scale,      s.writes * scale,     s.far_reads * scale,   s.dram_read * scale,
            s.dram_write * scale, s.lone_reads * scale, s.lone_writes * scale, 0};
        out->footprint = s.fresh * scale * (double)setup->blocks;
        if (!all && !setup->cold) {
            const double misses = smooth(out->footprint / (double)setup->cache_bytes, 0.85, 1.15);
            out->dram_read *= misses, out->dram_write *= misses;
            out->far_reads *= misses, out->lone_reads *= misses, out->lone_writes *= misses;
        }
    }
    cache_free(&s.half[0]), cache_free(&s.half[1]);
    free(touches);
    return good;
}

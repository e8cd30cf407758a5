// Values that blocks all over the grid store where only samples run, for the grader to judge.
//
// What they store depends on the grader's inputs alone, or nothing is kept: what other launches have left in memory is
// worth nothing there.
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"
#include "grader/contract/draw.h"

enum { PAGES_MOST = 8192, VALUES_MOST = 16384 }; // filled, and kept, for a launch

// A page may hold the end of one allocation and the beginning of the next.
static const WarpsimAllocation *allocation_of(const Device *d, const TouchedPage *page, TouchKind kind) {
    const uint64_t begin = page->number * FOOTPRINT_PAGE;
    for (int i = 0; i < FOOTPRINT_WORDS; i++)
        if (page->bits[kind][i])
            return warpsim_find(d->sim, begin + (uint64_t)(64 * i + __builtin_ctzll(page->bits[kind][i])));
    return NULL;
}

// Does it read what the grader has made, or what the host has given to the kernels, and nothing else?
static bool reads_inputs(const Device *d, const Footprint *f) {
    for (uint32_t i = 0; i < f->count; i++) {
        const TouchedPage *page = &f->pages[i];
        if (page->bits[TOUCH_ATOMIC]) return false;
        const WarpsimAllocation *a = page->bits[TOUCH_READ] ? allocation_of(d, page, TOUCH_READ) : NULL;
        if (page->bits[TOUCH_READ] && (!a || (!a->input && !a->constant))) return false;
    }
    return true;
}

static bool keep_page(Sampled *s, uint64_t address) {
    if (s->page_count == s->page_room) {
        const uint32_t room = 2 * s->page_room + 256;
        uint64_t *pages = realloc(s->pages, room * sizeof *pages);
        if (!pages) return false;
        s->pages = pages, s->page_room = room;
    }
    s->pages[s->page_count++] = address;
    return true;
}

static bool keep_value(Sampled *s, StoredValue value) {
    if (s->value_count == s->value_room) {
        const uint32_t room = 2 * s->value_room + 256;
        StoredValue *values = realloc(s->values, room * sizeof *values);
        if (!values) return false;
        s->values = values, s->value_room = room;
    }
    s->values[s->value_count++] = value;
    return true;
}

// The part of an input that lies in the page.
static bool fill_part(Device *d, const WarpsimAllocation *a, uint64_t begin) {
    const uint64_t end = begin + SAMPLED_PAGE, last = a->base + a->size;
    const uint64_t from = begin < a->base ? a->base : begin, to = end > last ? last : end;
    uint64_t bytes[SAMPLED_PAGE / sizeof(uint64_t)];
    if (from >= to) return true;
    sampled_input(bytes, from, to - from, a->element, d->modelling.draw);
    return write_memory(d, from, bytes, to - from) == 0;
}

static bool fill_page(Device *d, uint64_t begin) {
    const WarpsimAllocation *a;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++)
        if (a->live && a->input && a->element && !fill_part(d, a, begin)) return false;
    return keep_page(&d->modelling.sampled, begin);
}

static bool fill_inputs(Device *d, const Footprint *f) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->pages[i].bits[TOUCH_READ] && !fill_page(d, f->pages[i].number * SAMPLED_PAGE)) return false;
    return true;
}

// Of `every` elements that follow each other one is kept, drawn anew for each so many: nothing lies in step with that.
static bool is_kept(uint64_t draw, uint64_t number, uint64_t every) {
    return drawn_number(draw, number / every) % every == number % every;
}

// Elements of outputs that begin in the page and were stored; *number: how many there were before.
static bool keep_stored(Device *d, const TouchedPage *page, uint64_t draw, uint64_t every, uint64_t *number) {
    const WarpsimAllocation *a = page->bits[TOUCH_WRITE] ? allocation_of(d, page, TOUCH_WRITE) : NULL;
    d->modelling.sampled.unclear |= page->bits[TOUCH_WRITE] && (!a || !a->graders || a->input);
    if (!a || !a->graders || a->input || !a->element || a->element > sizeof(uint64_t)) return true;
    for (uint64_t at = 0; at < FOOTPRINT_PAGE; at += a->element) {
        if (!(page->bits[TOUCH_WRITE][at / 64] >> at % 64 & 1) || !is_kept(draw, (*number)++, every))
            continue;
        StoredValue value = {.address = page->number * FOOTPRINT_PAGE + at};
        if (read_memory(d, &value.bits, value.address, a->element) ||
            !keep_value(&d->modelling.sampled, value))
            return false;
    }
    return true;
}

static bool keep_values(Device *d, const Footprint *f, uint64_t draw) {
    uint64_t stored = 0;
    for (uint32_t i = 0; i < f->count; i++)
        for (int word = 0; f->pages[i].bits[TOUCH_WRITE] && word < FOOTPRINT_WORDS; word++)
            stored += (uint64_t)__builtin_popcountll(f->pages[i].bits[TOUCH_WRITE][word]) / sizeof(float);
    const uint64_t every = stored / VALUES_MOST + 1;
    uint64_t number = 0;
    for (uint32_t i = 0; i < f->count; i++)
        if (!keep_stored(d, &f->pages[i], draw, every, &number)) return false;
    return true;
}

static uint32_t read_pages(const Footprint *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; i++) count += f->pages[i].bits[TOUCH_READ] != NULL;
    return count;
}

// As many blocks as PAGES_MOST allow: one of them says how many pages a block reads.
static uint32_t blocks_that_fit(Device *d, const WarpsimLaunch *r, uint32_t count, uint64_t draw) {
    Footprint touched = {0};
    uint64_t ran;
    const bool good = modelling_run_spread(d, r, 1, draw, &touched, &ran);
    const uint32_t each = read_pages(&touched) + 1, fit = PAGES_MOST / each;
    footprint_clear(&touched);
    return !good ? 0 : fit < 1 ? 1 : fit < count ? fit : count;
}

// Once to see what is read, and once more on what is there then.
static bool look(Device *d, const WarpsimLaunch *r, uint32_t count, uint64_t draw) {
    Footprint first = {0}, second = {0};
    uint64_t ran;
    bool good = modelling_run_spread(d, r, count, draw, &first, &ran);
    if (good) footprint_finish(&first);
    good = good && reads_inputs(d, &first) && fill_inputs(d, &first) &&
           modelling_run_spread(d, r, count, draw, &second, &ran);
    if (good) footprint_finish(&second);
    good = good && keep_values(d, &second, draw);
    footprint_clear(&first);
    footprint_clear(&second);
    return good;
}

static void note_storing(Sampled *s, uint64_t blocks) {
    s->unclear |= !blocks;
    if (!s->storing || blocks < s->storing) s->storing = blocks;
}

void sampled_values_look(Device *d, const WarpsimLaunch *r, uint32_t count, uint64_t draw) {
    const uint32_t fit = blocks_that_fit(d, r, count, draw);
    const uint64_t before = modelling_total(d, r->function, "storing_blocks");
    if (fit && look(d, r, fit, draw + 1))
        note_storing(&d->modelling.sampled,
                     (modelling_total(d, r->function, "storing_blocks") - before) / 2); // they ran twice
    else
        d->modelling.sampled.missed = true;
}

void *sampled_values_answer(const Sampled *s, uint64_t *size) {
    const SampledValues head = {.pages = s->page_count,
                                .values = s->value_count,
                                .storing = s->unclear ? 0 : s->storing,
                                .missed = s->missed};
    const uint64_t pages = head.pages * sizeof *s->pages, values = head.values * sizeof *s->values;
    *size = sizeof head + pages + values;
    char *answer = malloc(*size);
    if (!answer) {
        *size = 0;
        return NULL;
    }
    memcpy(answer, &head, sizeof head);
    if (pages) memcpy(answer + sizeof head, s->pages, pages);
    if (values) memcpy(answer + sizeof head + pages, s->values, values);
    return answer;
}

// Footprints: pages in a hash table, with bits for the bytes that were touched.
#include "grader/footprint/footprint.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64, BITS_BYTES = FOOTPRINT_WORDS * sizeof(uint64_t) };

#define ONES_4  ~0ull, ~0ull, ~0ull, ~0ull
#define ONES_16 ONES_4, ONES_4, ONES_4, ONES_4
const uint64_t footprint_whole[FOOTPRINT_WORDS] = {ONES_16, ONES_16, ONES_16, ONES_16};

static uint32_t place_of(const Footprint *f, uint64_t number) {
    const uint32_t mask = 2 * f->room - 1;
    uint32_t at = (uint32_t)(number * 0x9e3779b97f4a7c15ull >> 32) & mask;
    while (f->index[at] && f->pages[f->index[at] - 1].number != number) at = (at + 1) & mask;
    return at;
}

static bool grow(Footprint *f) {
    const uint32_t room = f->room ? 2 * f->room : FIRST_ROOM;
    TouchedPage *pages = realloc(f->pages, room * sizeof *pages);
    if (pages) f->pages = pages;
    uint32_t *index = pages ? calloc(2 * (size_t)room, sizeof *index) : NULL;
    if (!index) return false;
    free(f->index);
    f->index = index;
    f->room = room;
    for (uint32_t i = 0; i < f->count; i++) index[place_of(f, f->pages[i].number)] = i + 1;
    return true;
}

// The page of that number, a new one where there is none; NULL without memory.
static TouchedPage *page_of(Footprint *f, uint64_t number) {
    if (f->count && f->pages[f->last].number == number) return &f->pages[f->last];
    if (f->count == f->room && !grow(f)) return NULL;
    uint32_t *place = &f->index[place_of(f, number)];
    if (!*place) {
        f->pages[f->count] = (TouchedPage){.number = number};
        *place = ++f->count;
    }
    f->last = *place - 1;
    return &f->pages[f->last];
}

static bool is_whole(const uint64_t *bits) {
    return bits == footprint_whole;
}

static void set_bits(uint64_t *bits, uint32_t from, uint32_t to) {
    for (uint32_t word = from / 64; word <= (to - 1) / 64; word++) {
        uint64_t mask = ~0ull;
        if (word == from / 64) mask &= ~0ull << (from % 64);
        if (word == (to - 1) / 64) mask &= ~0ull >> (63 - (to - 1) % 64);
        bits[word] |= mask;
    }
}

// Bytes [from, to) of the page.
static bool add_to_page(Footprint *f, TouchedPage *page, uint32_t from, uint32_t to, TouchKind kind) {
    uint64_t **bits = &page->bits[kind];
    if (is_whole(*bits)) return true;
    if (from == 0 && to == FOOTPRINT_PAGE) {
        if (*bits) f->words_bytes -= BITS_BYTES;
        free(*bits);
        *bits = (uint64_t *)footprint_whole;
        return true;
    }
    if (!*bits) {
        if (f->words_bytes >= FOOTPRINT_MOST || !(*bits = calloc(1, BITS_BYTES))) return false;
        f->words_bytes += BITS_BYTES;
    }
    set_bits(*bits, from, to);
    return true;
}

void footprint_add(Footprint *f, uint64_t address, uint64_t bytes, TouchKind kind) {
    for (uint64_t at = address, end = address + bytes; at < end && !f->lost;) {
        const uint64_t page_end = (at / FOOTPRINT_PAGE + 1) * FOOTPRINT_PAGE;
        const uint64_t stop = page_end < end ? page_end : end, start = page_end - FOOTPRINT_PAGE;
        TouchedPage *page = page_of(f, at / FOOTPRINT_PAGE);
        f->lost = !page || !add_to_page(f, page, (uint32_t)(at - start), (uint32_t)(stop - start), kind);
        at = stop;
    }
}

bool footprint_meets(Footprint *f, uint64_t address, uint64_t bytes, TouchKind kind, uint64_t *at) {
    for (uint64_t byte = address; byte < address + bytes; byte++) {
        const uint64_t number = byte / FOOTPRINT_PAGE, place = byte % FOOTPRINT_PAGE;
        if (!f->count) return false;
        if (f->pages[f->last].number != number) {
            const uint32_t found = f->index[place_of(f, number)];
            if (!found) {
                byte = (number + 1) * FOOTPRINT_PAGE - 1; // goes on in the next one
                continue;
            }
            f->last = found - 1;
        }
        const uint64_t *bits = f->pages[f->last].bits[kind];
        if (!bits || !(bits[place / 64] >> place % 64 & 1)) continue;
        if (at) *at = byte;
        return true;
    }
    return false;
}

static void merge_bits(Footprint *into, TouchedPage *to, TouchedPage *from, TouchKind kind) {
    uint64_t *bits = from->bits[kind];
    if (!bits || is_whole(to->bits[kind])) return;
    if (!to->bits[kind] || is_whole(bits)) {
        if (to->bits[kind]) into->words_bytes -= BITS_BYTES;
        if (!is_whole(bits)) into->words_bytes += BITS_BYTES;
        free(to->bits[kind]);
        to->bits[kind] = footprint_take(from, kind);
        return;
    }
    for (int i = 0; i < FOOTPRINT_WORDS; i++) to->bits[kind][i] |= bits[i];
}

void footprint_merge(Footprint *into, Footprint *from) {
    into->lost |= from->lost;
    if (!into->count && !into->lost) { // nothing to add it to
        const Footprint empty = *into;
        *into = *from;
        *from = empty;
    }
    for (uint32_t i = 0; i < from->count && !into->lost; i++) {
        TouchedPage *to = page_of(into, from->pages[i].number);
        into->lost = !to || into->words_bytes > FOOTPRINT_MOST;
        for (int kind = 0; kind < TOUCH_KINDS && !into->lost; kind++)
            merge_bits(into, to, &from->pages[i], kind);
    }
    footprint_clear(from);
}

static int by_number(const void *a, const void *b) {
    const TouchedPage *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

void footprint_finish(Footprint *f) {
    if (f->count) qsort(f->pages, f->count, sizeof *f->pages, by_number);
    for (uint32_t i = 0; i < f->count; i++)
        for (int kind = 0; kind < TOUCH_KINDS; kind++) {
            uint64_t **bits = &f->pages[i].bits[kind];
            if (!*bits || is_whole(*bits) || memcmp(*bits, footprint_whole, BITS_BYTES) != 0) continue;
            free(*bits);
            *bits = (uint64_t *)footprint_whole;
        }
}

uint64_t *footprint_take(TouchedPage *page, TouchKind kind) {
    uint64_t *bits = page->bits[kind];
    page->bits[kind] = NULL;
    return bits;
}

void footprint_free_bits(uint64_t *bits) {
    if (!is_whole(bits)) free(bits);
}

uint64_t footprint_bytes(const Footprint *f) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < f->count; i++)
        for (int kind = 0; kind < TOUCH_KINDS; kind++)
            for (int word = 0; f->pages[i].bits[kind] && word < FOOTPRINT_WORDS; word++)
                bytes += (uint64_t)__builtin_popcountll(f->pages[i].bits[kind][word]);
    return bytes;
}

void footprint_clear(Footprint *f) {
    for (uint32_t i = 0; i < f->count; i++)
        for (int kind = 0; kind < TOUCH_KINDS; kind++) footprint_free_bits(f->pages[i].bits[kind]);
    free(f->pages);
    free(f->index);
    *f = (Footprint){0};
}

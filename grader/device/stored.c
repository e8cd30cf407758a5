// Which bytes of device memory the work of a call writes. See stored.h.
#include "grader/device/stored.h"

#include <stdlib.h>

static const TouchKind writing[] = {TOUCH_WRITE, TOUCH_ATOMIC, TOUCH_UPDATE};
enum { WRITING = sizeof writing / sizeof *writing };

void stored_begin(Stored *s) {
    footprint_clear(&s->bytes);
    s->kept = true;
}

void stored_add(Stored *s, uint64_t address, uint64_t size) {
    if (s->kept) footprint_add(&s->bytes, address, size, TOUCH_WRITE);
}

void stored_before(Stored *s, WarpsimLaunch *request) {
    if (s->kept && !request->footprint) request->footprint = &s->bytes;
}

static uint64_t without_first(uint64_t bits, uint64_t count) {
    return count < 64 ? bits & ~0ull << count : 0;
}

// The bytes of one page of another footprint, those side by side together.
static void add_page(Stored *s, const TouchedPage *page, const uint64_t *bits) {
    for (uint64_t i = 0; bits && i < FOOTPRINT_WORDS; i++)
        for (uint64_t left = bits[i]; left;) {
            const uint64_t from = (uint64_t)__builtin_ctzll(left), others = ~(left >> from);
            const uint64_t size = others ? (uint64_t)__builtin_ctzll(others) : 64;
            footprint_add(&s->bytes, page->number * FOOTPRINT_PAGE + i * 64 + from, size, TOUCH_WRITE);
            left = without_first(left, from + size);
        }
}

void stored_after(Stored *s, const WarpsimLaunch *request) {
    const Footprint *f = request->footprint;
    if (!s->kept || !f || f == &s->bytes) return;
    for (uint32_t i = 0; i < f->count; i++)
        for (int k = 0; k < WRITING; k++) add_page(s, &f->pages[i], f->pages[i].bits[writing[k]]);
    s->bytes.lost |= f->lost;
}

// Marks the elements that have a written byte among the 64 from `begin` on. One byte of an element says as much as all of it.
static void mark_word(uint8_t *marks, uint64_t bits, uint64_t begin, uint64_t address, uint64_t count,
                      uint32_t width) {
    while (bits) {
        const uint64_t byte = begin + (uint64_t)__builtin_ctzll(bits);
        if (byte < address) {
            bits &= bits - 1;
            continue;
        }
        // Nearly all elements have 4 bytes, and a division for each would be most of the work.
        const uint64_t element = width == 4 ? (byte - address) / 4 : (byte - address) / width;
        if (element >= count) return;
        marks[element / 8] |= (uint8_t)(1u << element % 8);
        bits = without_first(bits, address + (element + 1) * width - begin);
    }
}

static void mark_page(uint8_t *marks, const TouchedPage *page, uint64_t address, uint64_t count,
                      uint32_t width) {
    const uint64_t begin = page->number * FOOTPRINT_PAGE;
    for (int k = 0; k < WRITING; k++) {
        const uint64_t *bits = page->bits[writing[k]];
        for (uint64_t i = 0; bits && i < FOOTPRINT_WORDS; i++)
            mark_word(marks, bits[i], begin + i * 64, address, count, width);
    }
}

uint8_t *stored_answer(Stored *s, uint64_t address, uint64_t count, uint32_t width, uint64_t *size) {
    const bool whole = s->kept && width && !s->bytes.lost;
    *size = count / 8 + 1;
    uint8_t *marks = whole ? calloc(1, *size) : NULL;
    for (uint32_t i = 0; marks && i < s->bytes.count; i++)
        mark_page(marks, &s->bytes.pages[i], address, count, width);
    footprint_clear(&s->bytes);
    s->kept = false;
    if (!marks) *size = 0;
    return marks;
}

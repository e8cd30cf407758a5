// Where bytes stand among all that a program has read.
#define _GNU_SOURCE // memmem
#include "grader/device/read_index.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 4, LOOKED_AT = 64, FIRST_HEADS = 1 << 10, RECENT = 64 << 10 };
#define BEGINS 0x80000000u // an entry: a read begins here

static uint32_t word_at(const void *place) {
    uint32_t word;
    memcpy(&word, place, sizeof word);
    return word;
}

static uint32_t *head_of(const ReadIndex *x, uint32_t word) {
    return &x->head[(word * 0x9e3779b1u >> 8) & (x->heads - 1)];
}

static void chain(ReadIndex *x, const uint8_t *read, uint32_t number) {
    uint32_t *head = head_of(x, word_at(read + (x->entry[2 * number] & ~BEGINS)));
    x->entry[2 * number + 1] = *head;
    *head = number + 1;
}

// Room for so many entries, and half as many heads.
static bool make_room(ReadIndex *x, const uint8_t *read, uint32_t count) {
    uint32_t room = x->room ? x->room : FIRST_HEADS;
    while (room < count) room *= 2;
    if (room == x->room) return true;
    uint32_t *entry = realloc(x->entry, 2 * (size_t)room * sizeof *entry);
    if (entry) x->entry = entry;
    uint32_t *head = entry ? calloc(room / 2, sizeof *head) : NULL;
    if (!head) return false;
    free(x->head);
    x->head = head;
    x->heads = room / 2;
    x->room = room;
    for (uint32_t i = 0; i < x->count; i++) chain(x, read, i);
    return true;
}

void read_index_add(ReadIndex *x, const uint8_t *read, size_t from, size_t size) {
    if (size < WORD || !make_room(x, read, x->count + (uint32_t)(size / WORD))) return;
    for (size_t at = 0; at + WORD <= size; at += WORD) {
        x->entry[2 * x->count] = (uint32_t)(from + at) | (at ? 0 : BEGINS);
        chain(x, read, x->count++);
    }
}

// Few bytes are found soon, or are of no interest.
static int64_t find_few(const uint8_t *read, size_t before, const void *bytes, size_t size) {
    const size_t from = before > RECENT ? before - RECENT : 0;
    const uint8_t *place = size && before ? memmem(read + from, before - from, bytes, size) : NULL;
    return place ? place - read : -1;
}

int64_t read_index_find(const ReadIndex *x, const uint8_t *read, size_t before, const void *bytes,
                        size_t size) {
    int64_t found = -1;
    if (size < WORD) return find_few(read, before, bytes, size);
    uint32_t next = x->heads ? *head_of(x, word_at(bytes)) : 0;
    for (int looked = 0; next && looked < LOOKED_AT; next = x->entry[2 * (next - 1) + 1]) {
        const uint32_t entry = x->entry[2 * (next - 1)], at = entry & ~BEGINS;
        if (at >= before || word_at(read + at) != word_at(bytes)) continue;
        looked++;
        if (size > before - at || memcmp(read + at, bytes, size) != 0) continue;
        if (entry & BEGINS) return at;
        if (found < 0) found = at;
    }
    return found;
}

void read_index_free(ReadIndex *x) {
    free(x->head);
    free(x->entry);
    *x = (ReadIndex){0};
}

// Where bytes stand among all that a program has read: found by their first four, so that a hundred thousand questions take no
// hundred thousand searches.
#ifndef WARPBOOK_READ_INDEX_H
#define WARPBOOK_READ_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t *head;  // of each hash: 1 + its latest entry; 0: none
    uint32_t *entry; // of each: where it stands, with BEGINS, and 1 + the one before it of the same hash
    uint32_t heads, count, room;
} ReadIndex;

// `read` has `size` more bytes, from `from` on, that were read at once. Keeps what it had where there is no memory for more.
void read_index_add(ReadIndex *x, const uint8_t *read, size_t from, size_t size);

// A place where the bytes stand among the first `before`, at a distance of a multiple of four from where they were read: the latest
// read that begins so, else the latest place. Of numbers that stand there very often only the latest places are looked at, and of
// fewer than four bytes only what was read last. -1: there is none.
int64_t read_index_find(const ReadIndex *x, const uint8_t *read, size_t before, const void *bytes,
                        size_t size);

void read_index_free(ReadIndex *x);

#endif

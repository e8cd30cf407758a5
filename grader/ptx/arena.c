// Memory of one module: allocations are never freed one by one, only all together.
#include "grader/ptx/parser.h"

#include <stdlib.h>

enum { CHUNK_SIZE = 256 << 10, ALIGNMENT = 16 };

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *next;
    size_t used, size; // bytes of memory[]
    _Alignas(ALIGNMENT) char memory[];
};

struct PtxArena {
    Chunk *chunks; // the first is the one being filled
};

PtxArena *ptx_arena_new(void) {
    return calloc(1, sizeof(PtxArena));
}

void ptx_arena_free(PtxArena *arena) {
    if (!arena) return;
    for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

void ptx_arena_join(PtxArena *arena, PtxArena *other) {
    Chunk **last = &arena->chunks;
    while (*last) last = &(*last)->next;
    *last = other->chunks;
    free(other);
}

// calloc() makes new memory zero, and for large blocks does so without touching them.
static Chunk *new_chunk(size_t size) {
    Chunk *chunk = calloc(1, sizeof *chunk + size);
    if (chunk) chunk->size = size;
    return chunk;
}

void *ptx_arena_alloc(PtxArena *arena, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    Chunk *first = arena->chunks;
    if (first && size <= first->size - first->used) {
        void *memory = first->memory + first->used;
        first->used += size;
        return memory;
    }

    bool is_large = size > CHUNK_SIZE / 4;
    Chunk *chunk = new_chunk(is_large ? size : CHUNK_SIZE);
    if (!chunk) return NULL;
    chunk->used = size;
    if (is_large && first) { // a block of its own; keep filling the first chunk
        chunk->next = first->next;
        first->next = chunk;
    } else {
        chunk->next = first;
        arena->chunks = chunk;
    }
    return chunk->memory;
}

// The parser's memory while it is fuzzed: each allocation is one of the heap's own, so that a sanitizer sees
// an access past its end. It takes the place of grader/ptx/arena.c.
#include <stdlib.h>

#include "grader/ptx/parser.h"

typedef struct Piece Piece;
struct Piece {
    Piece *next;
    _Alignas(16) char memory[];
};

struct PtxArena {
    Piece *pieces;
};

PtxArena *ptx_arena_new(void) {
    return calloc(1, sizeof(PtxArena));
}

void ptx_arena_free(PtxArena *arena) {
    if (!arena) return;
    for (Piece *piece = arena->pieces, *next; piece; piece = next) {
        next = piece->next;
        free(piece);
    }
    free(arena);
}

void ptx_arena_join(PtxArena *arena, PtxArena *other) {
    Piece **last = &arena->pieces;
    while (*last) last = &(*last)->next;
    *last = other->pieces;
    free(other);
}

void *ptx_arena_alloc(PtxArena *arena, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    Piece *piece = calloc(1, sizeof *piece + size);
    if (!piece) return NULL;
    piece->next = arena->pieces;
    arena->pieces = piece;
    return piece->memory;
}

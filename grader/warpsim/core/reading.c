// Reads and writes memory on behalf of one lane.
#include "grader/warpsim/core/reading.h"

#include <string.h>

bool read_generic(const Warp *w, u32 lane, u64 address, void *to, u32 size) {
    const Arena *arena = w->worker->launch->arena;
    const ThreadBlock *b = w->thread_block;
    const u64 inside = address & (WINDOW_SIZE - 1);
    memset(to, 0, size);
    if (arena_contains(arena, address, size)) {
        memcpy(to, arena_at(arena, address), size);
        return true;
    }
    if (address >> 40 == SHARED_WINDOW >> 40 && inside + size <= b->shared_bytes) {
        memcpy(to, b->shared + inside, size);
        return true;
    }
    if (address >> 40 == LOCAL_WINDOW >> 40 && inside + size <= LOCAL_SPACE / LANES) {
        for (u32 k = 0; k < size; k++)
            ((u8 *)to)[k] = w->local[((inside + k) / 4 * LANES + lane) * 4 + (inside + k) % 4];
        return true;
    }
    return false;
}

bool write_generic(Warp *w, u32 lane, u64 address, const void *from, u32 size) {
    Arena *arena = w->worker->launch->arena;
    ThreadBlock *b = w->thread_block;
    const u64 inside = address & (WINDOW_SIZE - 1);
    if (arena_contains(arena, address, size)) {
        if (arena_find(arena, address)->constant) return false;
        memcpy(arena_at(arena, address), from, size);
        arena_mark_written_shared(arena, address, size);
        return true;
    }
    if (address >> 40 == SHARED_WINDOW >> 40 && inside + size <= b->shared_bytes) {
        memcpy(b->shared + inside, from, size);
        memset(b->shared_written + inside, 1, size);
        return true;
    }
    if (address >> 40 == LOCAL_WINDOW >> 40 && inside + size <= LOCAL_SPACE / LANES) {
        for (u32 k = 0; k < size; k++) {
            w->local[((inside + k) / 4 * LANES + lane) * 4 + (inside + k) % 4] = ((const u8 *)from)[k];
            w->local_written[inside + k] |= 1u << lane;
        }
        note_local_stored(w, inside, size);
        return true;
    }
    return false;
}

void read_string(const Warp *w, u32 lane, u64 address, char *to, u32 room) {
    u32 n = 0;
    while (n + 1 < room && read_generic(w, lane, address + n, &to[n], 1) && to[n]) n++;
    to[n] = 0;
}

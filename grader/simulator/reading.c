// Reads memory on behalf of one lane.
#include "grader/simulator/reading.h"

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

void read_string(const Warp *w, u32 lane, u64 address, char *to, u32 room) {
    u32 n = 0;
    while (n + 1 < room && read_generic(w, lane, address + n, &to[n], 1) && to[n]) n++;
    to[n] = 0;
}

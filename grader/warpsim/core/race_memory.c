// Memory for the race check's records, and the point where the machine has no more of it.
//
// A record takes 8 bytes, and there is one for each 8 bytes that a kernel may store to: as much as the data.
// Where words that lie together have different histories, each of them has one more in the pool: once more up
// to twice as much for kernels that store words, eight times for single bytes. Pages of it come into being
// when they are touched. Before a launch on much data the pages that may be missing are counted. Where they
// would leave less than a quarter of the machine's memory, all old records are released; if that is not enough,
// that launch has no histories, by which a race is told with both its lines; and if that is not enough either, the largest
// allocations are not looked at in it. The pool, whose need nobody knows, may
// have half of that quarter: words that it has no place for are not looked at either.
#define _DEFAULT_SOURCE // mincore
#include "grader/warpsim/core/race_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include "grader/warpsim/core/launch.h"
#include "grader/machine/machine_memory.h"

enum { PAGE = 4096, PAGES_AT_ONCE = 16384, SPARE_PART = 4 };
#define MUCH (256ull << 20) // less than that is not worth counting

// Bytes of the pages around [start, start + size) that do not exist yet.
static u64 missing_bytes(u8 *start, u64 size) {
    static unsigned char there[PAGES_AT_ONCE];
    u8 *at = start - (uintptr_t)start % PAGE;
    u64 missing = 0;
    for (u64 left = (u64)(start + size - at); left > 0;) {
        const u64 part = left < (u64)PAGE * PAGES_AT_ONCE ? left : (u64)PAGE * PAGES_AT_ONCE;
        const u64 pages = (part + PAGE - 1) / PAGE;
        if (mincore(at, part, there) != 0) return missing + left;
        for (u64 i = 0; i < pages; i++) missing += there[i] & 1 ? 0 : PAGE;
        at += part, left -= part;
    }
    return missing;
}

static u64 missing_for(const Warpsim *s, const Allocation *a, u32 grain, bool histories) {
    const u64 start = a->base - DEVICE_ADDRESS_BASE;
    u64 missing = missing_bytes(arena_at(s->arena, a->base), a->size) +
                  missing_bytes((u8 *)&s->races[start / RACE_GROUP], a->size + RACE_GROUP);
    if (histories)
        missing += missing_bytes((u8 *)&s->race_histories[start / grain],
                                 (a->size / grain + 1) * sizeof *s->race_histories);
    return missing;
}

static u64 missing_in_all(const Warpsim *s, u32 grain, bool histories, Allocation **largest) {
    u64 missing = 0;
    *largest = NULL;
    for (u32 i = 0; i < s->tracked_count; i++) {
        Allocation *a = s->tracked[i];
        if (!a->live || !a->tracked) continue;
        missing += missing_for(s, a, grain, histories);
        if (!*largest || a->size > (*largest)->size) *largest = a;
    }
    return missing;
}

u64 race_tracked_bytes(const Warpsim *s) {
    u64 sum = 0;
    for (u32 i = 0; i < s->tracked_count; i++)
        if (s->tracked[i]->live && s->tracked[i]->tracked) sum += s->tracked[i]->size;
    return sum;
}

static void *reserve(u64 bytes) {
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return map == MAP_FAILED ? NULL : map;
}

static u64 history_bytes(const Warpsim *s) {
    return s->race_bytes * sizeof *s->race_histories; // for words of one byte
}

// Every allocation is followed by a gap of its size, so half of the arena's groups at most are in use, and a
// pool of half of the arena's bytes suffices for words of any size.
bool race_memory_reserve(Warpsim *s) {
    if (s->races) return true;
    s->race_bytes = s->arena->capacity / RACE_GROUP * sizeof *s->races;
    s->race_pool.bytes = s->arena->capacity / 2 * sizeof *s->race_pool.records;
    s->races = reserve(s->race_bytes);
    s->race_pool.records = reserve(s->race_pool.bytes);
    if (s->details) s->race_histories = reserve(history_bytes(s));
    if (s->races && s->race_pool.records && (s->race_histories || !s->details)) return true;
    race_memory_release(s);
    return false;
}

void race_memory_forget_histories(Warpsim *s) {
    if (s->race_histories) madvise(s->race_histories, history_bytes(s), MADV_DONTNEED);
}

void race_memory_forget(Warpsim *s) {
    madvise(s->races, s->race_bytes, MADV_DONTNEED);
    madvise(s->race_pool.records, s->race_pool.bytes, MADV_DONTNEED);
    race_memory_forget_histories(s);
    s->race_pages_since = 0;
}

void race_memory_release(Warpsim *s) {
    if (s->races) munmap(s->races, s->race_bytes);
    if (s->race_pool.records) munmap(s->race_pool.records, s->race_pool.bytes);
    if (s->race_histories) munmap(s->race_histories, history_bytes(s));
    s->races = s->race_pool.records = NULL;
    s->race_histories = NULL;
}

// Bytes that the pool may have: as many places, and no more.
static void allow_pool(Warpsim *s, u32 grain, u64 bytes) {
    if (bytes > s->race_pool.bytes) bytes = s->race_pool.bytes;
    s->race_pool.most = bytes / (RACE_GROUP / grain * sizeof *s->race_pool.records);
    s->race_pool.used = 0;
}

// Freed allocations leave their records behind, so small launches add up too: `race_pages_since`.
bool race_memory_fit(Warpsim *s, u32 grain) {
    bool histories = s->race_histories != NULL;
    const u64 records = sizeof *s->races + (histories ? sizeof *s->race_histories : 0);
    const u64 most =
        race_tracked_bytes(s) * (1 + 1 + records / grain); // the data, its records, and the pool full
    s->race_pages_since += most;
    allow_pool(s, grain, s->race_pool.bytes);
    if (s->race_pages_since < MUCH) return histories;
    const MachineMemory m = machine_memory();
    const u64 spare = m.total / SPARE_PART;
    if (m.left == ~0ull || most + spare <= m.left) {
        if (m.left > m.total / 2) s->race_pages_since = 0;
        return histories;
    }
    allow_pool(s, grain, spare / 2);
    Allocation *largest;
    u64 left = m.left, missing = missing_in_all(s, grain, histories, &largest);
    if (missing + spare <= left) return histories;
    race_memory_forget(s);
    left = machine_memory().left;
    if (histories) histories = missing_in_all(s, grain, true, &largest) + spare <= left;
    while ((missing = missing_in_all(s, grain, histories, &largest)) + spare > left && largest &&
           largest->size > PAGE)
        largest->tracked = false;
    return histories;
}

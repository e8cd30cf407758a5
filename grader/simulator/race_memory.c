// Memory for the race check's records, and the point where the machine has no more of it.
//
// A record takes 8 bytes, and there is one for each word (2 bytes, 1 byte) that a kernel may store to: twice
// the data or more. Pages of it come into being when they are touched. Before a launch on much data the pages
// that may be missing are counted. Where they would leave less than a quarter of the machine's memory, all
// old records are given back, and if that is not enough, the largest allocations are not looked at in that
// launch.
#define _DEFAULT_SOURCE // mincore
#include "grader/simulator/race_memory.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/simulator/launch.h"

enum { PAGE = 4096, PAGES_AT_ONCE = 16384, SPARE_PART = 4, TRAIL_FACTOR = sizeof(RaceTrail) / sizeof(u64) };
_Static_assert(sizeof(RaceTrail) % sizeof(u64) == 0, "race trails are mapped by this factor");
#define MUCH (256ull << 20) // less than that is not worth counting

typedef struct {
    u64 total, left;
} MachineMemory;

static bool number_in(const char *file, const char *format, u64 *number) {
    FILE *f = fopen(file, "r");
    if (!f) return false;
    char line[200];
    bool found = false;
    unsigned long long value;
    while (!found && fgets(line, sizeof line, f)) found = sscanf(line, format, &value) == 1;
    fclose(f);
    if (found) *number = value;
    return found;
}

// What the machine, or the container, has and has left. No limits where nothing can be found out.
static MachineMemory machine_memory(void) {
    MachineMemory m = {0, ~0ull};
    u64 limit, used;
    if (number_in("/proc/meminfo", "MemTotal: %llu", &m.total) &&
        number_in("/proc/meminfo", "MemAvailable: %llu", &m.left))
        m.total <<= 10, m.left <<= 10;
    if (number_in("/sys/fs/cgroup/memory.max", "%llu", &limit) &&
        number_in("/sys/fs/cgroup/memory.current", "%llu", &used) && (!m.total || limit < m.total)) {
        const u64 left = limit > used ? limit - used : 0;
        m.total = limit;
        if (left < m.left) m.left = left;
    }
    return m;
}

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

static u64 missing_for(const Simulator *s, const Allocation *a, u32 grain) {
    const u64 first = (a->base - DEVICE_ADDRESS_BASE) / grain, count = a->size / grain + 1;
    u64 missing = missing_bytes(arena_at(s->arena, a->base), a->size) +
                  missing_bytes((u8 *)&s->races[first], count * sizeof *s->races);
    if (s->race_trails)
        missing += missing_bytes((u8 *)&s->race_trails[first], count * sizeof *s->race_trails);
    return missing;
}

static u64 missing_in_all(const Simulator *s, u32 grain, Allocation **largest) {
    u64 missing = 0;
    *largest = NULL;
    for (int i = 0; i < s->arena->count; i++) {
        Allocation *a = s->arena->list[i];
        if (!a->live || !a->tracked) continue;
        missing += missing_for(s, a, grain);
        if (!*largest || a->size > (*largest)->size) *largest = a;
    }
    return missing;
}

static u64 tracked_bytes(const Simulator *s) {
    u64 sum = 0;
    for (int i = 0; i < s->arena->count; i++)
        if (s->arena->list[i]->live && s->arena->list[i]->tracked) sum += s->arena->list[i]->size;
    return sum;
}

bool race_memory_reserve(Simulator *s) {
    if (s->races) return true;
    s->race_bytes = s->arena->capacity * sizeof *s->races;
    const u64 sizes[] = {s->race_bytes, s->race_bytes * TRAIL_FACTOR};
    void *maps[2] = {NULL, NULL};
    for (int i = 0; i < (s->details ? 2 : 1); i++) {
        maps[i] =
            mmap(NULL, sizes[i], PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (maps[i] != MAP_FAILED) continue;
        if (i == 1) munmap(maps[0], sizes[0]);
        return false;
    }
    s->races = maps[0];
    s->race_trails = maps[1];
    return true;
}

void race_memory_forget(Simulator *s) {
    madvise(s->races, s->race_bytes, MADV_DONTNEED);
    if (s->race_trails) madvise(s->race_trails, s->race_bytes * TRAIL_FACTOR, MADV_DONTNEED);
    s->race_pages_since = 0;
}

void race_memory_release(Simulator *s) {
    if (s->races) munmap(s->races, s->race_bytes);
    if (s->race_trails) munmap(s->race_trails, s->race_bytes * TRAIL_FACTOR);
}

// Freed allocations leave their records behind, so small launches add up too: `race_pages_since`.
void race_memory_fit(Simulator *s, u32 grain) {
    const u64 records = sizeof *s->races + (s->race_trails ? sizeof *s->race_trails : 0);
    const u64 most = tracked_bytes(s) * (records / grain + 1);
    s->race_pages_since += most;
    if (s->race_pages_since < MUCH) return;
    const MachineMemory m = machine_memory();
    const u64 spare = m.total / SPARE_PART;
    if (m.left == ~0ull || most + spare <= m.left) {
        if (m.left > m.total / 2) s->race_pages_since = 0;
        return;
    }
    Allocation *largest;
    u64 left = m.left, missing = missing_in_all(s, grain, &largest);
    if (missing + spare <= left) return;
    race_memory_forget(s);
    left = machine_memory().left;
    while ((missing = missing_in_all(s, grain, &largest)) + spare > left && largest && largest->size > PAGE)
        largest->tracked = false;
}

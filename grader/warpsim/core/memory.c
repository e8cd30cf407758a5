// Device memory: reservation, allocation, and the record of written bytes.
#include "grader/warpsim/core/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/contract/protocol.h"

enum { PAGE = 4096, FIRST_GAP = 1 << 20 }; // accesses before the first allocation have room too

// How much is asked for at first, and at least.
static const uint64_t most_bytes = FEW_ADDRESSES ? 1ull << 26 : 1ull << 38,
                      least_bytes = FEW_ADDRESSES ? 1ull << 24 : 1ull << 28;

static void *reserve(uint64_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

Arena *arena_new(uint64_t limit) {
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena) return NULL;
    arena->limit = limit;
    arena->next = FIRST_GAP;
    arena->shared_fd = -1;
    arena->heap_limit = WARPSIM_HEAP;
    // Address space is cheap, but not without bound everywhere (containers, 39-bit kernels): take what there
    // is.
    for (uint64_t size = most_bytes; size >= least_bytes; size >>= 1) {
        arena->bytes = reserve(size);
        arena->written = arena->bytes ? reserve(size / 8) : NULL;
        if (arena->written) {
            arena->capacity = arena->end = size;
            return arena;
        }
        if (arena->bytes) munmap(arena->bytes, size);
    }
    free(arena);
    return NULL;
}

void arena_free(Arena *arena) {
    if (!arena) return;
    munmap(arena->bytes, arena->capacity);
    munmap(arena->written, arena->capacity / 8);
    for (int i = 0; i < arena->count; i++) free(arena->list[i]);
    for (int i = 0; i < arena->spare_count; i++) free(arena->spare[i]);
    free(arena->list);
    free(arena->live);
    free(arena->spare);
    free(arena);
}

void arena_halve(Arena *arena) {
    const uint64_t half = arena->capacity / 2;
    munmap(arena->bytes + half, half);
    munmap(arena->written + half / 8, half / 8);
    arena->capacity = arena->end = half;
}

static uint64_t round_up(uint64_t value, uint64_t step) {
    return (value + step - 1) / step * step;
}

// Index of the last allocation that starts at or below the address, -1 for none.
static int last_at_or_below(const Arena *arena, uint64_t address) {
    int low = 0, high = arena->count; // list[low-1].base <= address < list[high].base
    while (low < high) {
        int middle = (low + high) / 2;
        if (arena->list[middle]->base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

// Room for one more of each kind.
static bool grow(Arena *arena) {
    if (arena->count + arena->spare_count < arena->room) return true;
    const int room = arena->room ? 2 * arena->room : 64;
    Allocation ***lists[] = {&arena->list, &arena->live, &arena->spare};
    for (int i = 0; i < 3; i++) {
        Allocation **grown = realloc(*lists[i], (size_t)room * sizeof *grown);
        if (!grown) return false;
        *lists[i] = grown;
    }
    arena->room = room;
    return true;
}

void arena_count_used(Arena *arena, const Allocation *a, uint64_t bytes) {
    arena->used += bytes;
    arena->used_by[a->device] += bytes;
}

static void set_live(Arena *arena, Allocation *a) {
    a->live = true;
    a->live_index = arena->live_count;
    arena->live[arena->live_count++] = a;
    arena_count_used(arena, a, a->size);
}

static void set_freed(Arena *arena, Allocation *a) {
    Allocation *last = arena->live[--arena->live_count];
    arena->live[a->live_index] = last;
    last->live_index = a->live_index;
    a->live = false;
    arena_count_used(arena, a, -a->size);
}

// Forgets the freed allocations that start in [start, end).
static void forget_freed(Arena *arena, uint64_t start, uint64_t end) {
    const int first = last_at_or_below(arena, DEVICE_ADDRESS_BASE + start - 1) + 1;
    int last = first;
    while (last < arena->count && arena->list[last]->base < DEVICE_ADDRESS_BASE + end &&
           !arena->list[last]->live)
        arena->spare[arena->spare_count++] = arena->list[last++];
    memmove(arena->list + first, arena->list + last, (size_t)(arena->count - last) * sizeof *arena->list);
    arena->count -= last - first;
}

// Looks for `size` free offsets from `next` on, once around. What lies between live allocations and is long
// enough becomes the part that is allocated next.
static bool find_room(Arena *arena, uint64_t size) {
    if (arena->next <= arena->end && arena->end - arena->next >= size) return true;
    int at =
        last_at_or_below(arena, DEVICE_ADDRESS_BASE + arena->end - 1) + 1; // the live one at the part's end
    uint64_t start = arena->next;
    for (int i = 0; i <= arena->count + 1; i++) {
        if (at >= arena->count) {
            at = 0;
            start = FIRST_GAP;
        } else if (arena->list[at]->live) {
            const Allocation *a = arena->list[at++];
            start = round_up(a->base + a->size + a->gap - DEVICE_ADDRESS_BASE, ALLOCATION_ALIGNMENT);
        } else {
            at++;
            continue;
        }
        int next = at;
        while (next < arena->count && !arena->list[next]->live) next++;
        const uint64_t end =
            next < arena->count ? arena->list[next]->base - DEVICE_ADDRESS_BASE : arena->capacity;
        if (start > end || end - start < size) continue;
        forget_freed(arena, start, end);
        arena->next = start;
        arena->end = end;
        return true;
    }
    return false;
}

static Allocation *new_allocation(Arena *arena) {
    if (!arena->spare_count) return calloc(1, sizeof(Allocation));
    Allocation *a = arena->spare[--arena->spare_count];
    memset(a, 0, sizeof *a);
    return a;
}

static Allocation *allocate(Arena *arena, uint64_t size, uint64_t gap) {
    if (size > arena->limit || arena->used_by[arena->device] > arena->limit - size) return NULL;
    const uint64_t least = gap < FIRST_GAP ? gap : FIRST_GAP;
    if (!find_room(arena, size + gap)) {
        gap = least;
        if (!find_room(arena, size + gap)) return NULL;
    }
    if (!grow(arena)) return NULL;
    Allocation *a = new_allocation(arena);
    if (!a) return NULL;
    a->base = DEVICE_ADDRESS_BASE + arena->next;
    a->size = size;
    a->device = arena->device;
    a->gap = gap;
    const int at = last_at_or_below(arena, a->base) + 1;
    memmove(arena->list + at + 1, arena->list + at, (size_t)(arena->count - at) * sizeof *arena->list);
    arena->list[at] = a;
    arena->count++;
    set_live(arena, a);
    arena->next = round_up(arena->next + size + gap, ALLOCATION_ALIGNMENT);
    return a;
}

Allocation *arena_allocate(Arena *arena, uint64_t size) {
    return allocate(arena, size, size > 1 << 20 ? size : 1 << 20);
}

Allocation *arena_allocate_in_heap(Arena *arena, uint64_t size) {
    if (size > arena->heap_limit || arena->heap_used > arena->heap_limit - size) return NULL;
    Allocation *a = allocate(arena, size, size > ALLOCATION_ALIGNMENT ? size : ALLOCATION_ALIGNMENT);
    if (!a) return NULL;
    a->heap = true;
    arena->heap_used += size;
    return a;
}

// Gives whole pages inside [offset, offset + size) back and clears the rest.
static void clear(uint8_t *map, uint64_t offset, uint64_t size) {
    uint64_t first = round_up(offset, PAGE), end = (offset + size) / PAGE * PAGE;
    if (first >= end) {
        memset(map + offset, 0, size);
        return;
    }
    memset(map + offset, 0, first - offset);
    madvise(map + first, end - first, MADV_DONTNEED);
    memset(map + end, 0, offset + size - end);
}

bool arena_release(Arena *arena, uint64_t address) {
    int at = last_at_or_below(arena, address);
    if (at < 0) return false;
    Allocation *a = arena->list[at];
    if (a->base != address || !a->live || a->name[0]) return false;
    set_freed(arena, a);
    if (a->heap) arena->heap_used -= a->size;
    uint64_t offset = a->base - DEVICE_ADDRESS_BASE;
    if (a->shared)
        arena_unshare(arena, a);
    else
        clear(arena->bytes, offset, a->size);
    clear(arena->written, offset / 8, (a->size + 7) / 8);
    a->initialised = false;
    return true;
}

void arena_renew(Arena *arena, uint64_t address) {
    const int at = last_at_or_below(arena, address);
    if (at < 0 || arena->list[at]->base != address) return;
    Allocation *a = arena->list[at];
    if (a->live) arena_release(arena, address);
    set_live(arena, a);
    a->initialised = false;
}

Allocation *arena_find(const Arena *arena, uint64_t address) {
    int at = last_at_or_below(arena, address);
    if (at < 0) return NULL;
    Allocation *a = arena->list[at];
    return a->live && address - a->base < a->size ? a : NULL;
}

Allocation *arena_nearest(const Arena *arena, uint64_t address) {
    int at = last_at_or_below(arena, address);
    Allocation *below = at >= 0 ? arena->list[at] : NULL;
    Allocation *above = at + 1 < arena->count ? arena->list[at + 1] : NULL;
    if (!below || !above) return below ? below : above;
    if (address - below->base < below->size) return below;
    return address - (below->base + below->size) <= above->base - address ? below : above;
}

bool arena_contains(const Arena *arena, uint64_t address, uint64_t size) {
    const Allocation *a = arena_find(arena, address);
    return a && size <= a->size - (address - a->base);
}

void arena_mark_written(Arena *arena, Allocation *a, uint64_t address, uint64_t size) {
    if (size == 0 || a->initialised) return;
    if (address == a->base && size == a->size) {
        a->initialised = true;
        return;
    }
    arena_mark_written_shared(arena, address, size);
}

void arena_mark_written_shared(Arena *arena, uint64_t address, uint64_t size) {
    uint64_t bit = address - DEVICE_ADDRESS_BASE, end = bit + size;
    uint64_t *words = (uint64_t *)arena->written;
    while (bit < end) {
        uint64_t in_word = bit % 64, n = 64 - in_word < end - bit ? 64 - in_word : end - bit;
        uint64_t mask = (n == 64 ? ~0ull : (1ull << n) - 1) << in_word;
        if ((__atomic_load_n(&words[bit / 64], __ATOMIC_RELAXED) & mask) != mask)
            __atomic_fetch_or(&words[bit / 64], mask, __ATOMIC_RELAXED);
        bit += n;
    }
}

void arena_mark_unwritten(Arena *arena, Allocation *a, uint64_t address, uint64_t size) {
    if (a->initialised) {
        arena_mark_written_shared(arena, a->base, a->size);
        a->initialised = false;
    }
    uint64_t *words = (uint64_t *)arena->written;
    for (uint64_t bit = address - DEVICE_ADDRESS_BASE, end = bit + size; bit < end; bit++)
        __atomic_fetch_and(&words[bit / 64], ~(1ull << bit % 64), __ATOMIC_RELAXED);
}

uint64_t arena_first_unwritten(const Arena *arena, const Allocation *a, uint64_t address, uint64_t size) {
    if (a->initialised) return size;
    const uint64_t *words = (const uint64_t *)arena->written;
    uint64_t first = address - DEVICE_ADDRESS_BASE, bit = first, end = bit + size;
    while (bit < end) {
        uint64_t in_word = bit % 64, n = 64 - in_word < end - bit ? 64 - in_word : end - bit;
        uint64_t mask = (n == 64 ? ~0ull : (1ull << n) - 1) << in_word;
        uint64_t missing = ~__atomic_load_n(&words[bit / 64], __ATOMIC_RELAXED) & mask;
        if (missing) return bit - in_word + (uint64_t)__builtin_ctzll(missing) - first;
        bit += n;
    }
    return size;
}

bool arena_any_written(const Arena *arena, const Allocation *a, uint64_t address, uint64_t size) {
    uint64_t unwritten = 0;
    while (unwritten < size && arena_first_unwritten(arena, a, address + unwritten, 1) == 0) unwritten++;
    return unwritten < size;
}

void arena_copy(Arena *arena, uint64_t to, uint64_t from, uint64_t size) {
    memmove(arena_at(arena, to), arena_at(arena, from), size);
    Allocation *source = arena_find(arena, from), *target = arena_find(arena, to);
    if (!source || !target) return;
    for (uint64_t done = 0; done < size;) {
        uint64_t written = arena_first_unwritten(arena, source, from + done, size - done);
        if (done == 0 && written == size) {
            arena_mark_written(arena, target, to, size);
            return;
        }
        arena_mark_written(arena, target, to + done, written);
        done += written;
        while (done < size && arena_first_unwritten(arena, source, from + done, 1) == 0) done++;
    }
}

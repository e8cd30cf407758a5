// Device memory that the host sees too: pages of a file in the arena.
#define _GNU_SOURCE // fallocate
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/memory.h"

enum { PAGE = 4096 };

static uint64_t round_up(uint64_t value, uint64_t step) {
    return (value + step - 1) / step * step;
}

static uint64_t first_page(const Allocation *a) {
    return (a->base - DEVICE_ADDRESS_BASE) / PAGE * PAGE;
}

static uint64_t end_of_pages(const Allocation *a) {
    return round_up(a->base - DEVICE_ADDRESS_BASE + a->size, PAGE);
}

bool arena_share(Arena *arena, Allocation *a) {
    const uint64_t start = first_page(a), size = end_of_pages(a) - start;
    uint8_t *at = arena->bytes + start;
    if (a->shared) return true;
    if (arena->shared_fd < 0) return false;
    uint8_t *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, arena->shared_fd, (off_t)start);
    if (pages == MAP_FAILED) return false;
    if (a->name[0]) memcpy(pages, at, size); // a variable: it has a value, all else is new
    munmap(pages, size);
    if (mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, arena->shared_fd, (off_t)start) ==
        MAP_FAILED)
        return false;
    a->shared = a->initialised = true;
    return true;
}

Allocation *arena_allocate_shared(Arena *arena, uint64_t size, uint64_t page_offset) {
    if (arena->shared_fd < 0 || size > arena->limit) return NULL;
    const uint64_t whole = size + 2 * PAGE;
    Allocation *a = arena_allocate(arena, whole);
    if (!a) return NULL;
    a->base = round_up(a->base, PAGE) + page_offset % PAGE;
    a->size = size;
    arena_count_used(arena, a, size - whole);
    if (arena_share(arena, a)) return a;
    arena_release(arena, a->base);
    return NULL;
}

bool arena_unshare(Arena *arena, Allocation *a) {
    const uint64_t start = first_page(a), size = end_of_pages(a) - start;
    fallocate(arena->shared_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)start, (off_t)size);
    a->shared = false;
    return mmap(arena->bytes + start, size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

// What the simulator's core asks of a POSIX system beyond the C library, in WebAssembly: reserved memory, and memory that
// the host shares, of which there is none. Threads: posix/pthread.h.
//
// A module's memory only grows, by pages of zeros that the browser gives real memory where they are touched. So a
// reservation is growth; one that is given back is kept for the next of its size.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "grader/machine/machine_memory.h"
#include "grader/warpsim/core/memory.h"

enum { PAGE = 65536, KEPT = 512 };

static struct {
    void *at;
    size_t size;
} kept[KEPT];
static int kept_count;

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    (void)at, (void)protection, (void)flags, (void)fd, (void)offset;
    for (int i = kept_count; i-- > 0;) {
        if (kept[i].size != size) continue;
        void *again = kept[i].at;
        kept[i] = kept[--kept_count];
        return memset(again, 0, size);
    }
    const size_t old = __builtin_wasm_memory_grow(0, size / PAGE + (size % PAGE != 0));
    return old == SIZE_MAX ? MAP_FAILED : (void *)(old * PAGE);
}

// A part of a reservation, which is given back nowhere, is lost: only arena_halve() does that, where memory is short.
int munmap(void *at, size_t size) {
    if (kept_count < KEPT) kept[kept_count].at = at, kept[kept_count++].size = size;
    return 0;
}

int madvise(void *at, size_t size, int advice) {
    (void)advice;
    memset(at, 0, size);
    return 0;
}

int mincore(void *at, size_t size, unsigned char *there) {
    (void)at, (void)size, (void)there;
    return -1;
}

MachineMemory machine_memory(void) {
    return (MachineMemory){0, UINT64_MAX, 0};
}

bool arena_share(Arena *arena, Allocation *a) {
    (void)arena, (void)a;
    return false;
}

bool arena_unshare(Arena *arena, Allocation *a) {
    (void)arena, (void)a;
    return false;
}

Allocation *arena_allocate_shared(Arena *arena, uint64_t size, uint64_t page_offset) {
    (void)arena, (void)size, (void)page_offset;
    return NULL;
}

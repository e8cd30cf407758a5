// Large pieces come from the system, and are unknown to the processes that the grader starts. Those that are given back stay for the
// next case: a page that is new to a virtual machine costs ten times what it takes to clear it, and more.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // madvise
#endif
#include "grader/lab/large_memory.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGE = 4 << 20, KEPT = 32 };
static const size_t MOST_KEPT = (size_t)1 << 30; // bytes of all together

static struct {
    void *memory;
    size_t bytes;
} kept[KEPT];
static int kept_count;
static size_t kept_bytes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// What a piece takes: few sizes, so that one fits the next case, too.
static size_t room_of(size_t bytes) {
    size_t step = LARGE / 4;
    while (8 * step < bytes) step *= 2;
    return (bytes + step - 1) / step * step;
}

// A child has none of its parent's pieces. With the lock held.
static void forget_parents(void) {
    static pid_t owner;
    if (owner != getpid()) kept_count = 0, kept_bytes = 0;
    owner = getpid();
}

static void *take_kept(size_t room) {
    void *memory = NULL;
    pthread_mutex_lock(&lock);
    forget_parents();
    for (int i = 0; i < kept_count && !memory; i++) {
        if (kept[i].bytes != room) continue;
        memory = kept[i].memory;
        kept[i] = kept[--kept_count];
        kept_bytes -= room;
    }
    pthread_mutex_unlock(&lock);
    return memory;
}

// False: it goes back to the system.
static bool keep(void *memory, size_t room) {
    pthread_mutex_lock(&lock);
    forget_parents();
    const bool good = kept_count < KEPT && kept_bytes + room <= MOST_KEPT;
    if (good) {
        kept[kept_count].memory = memory;
        kept[kept_count++].bytes = room;
        kept_bytes += room;
    }
    pthread_mutex_unlock(&lock);
    return good;
}

void large_give_back(void) {
    pthread_mutex_lock(&lock);
    forget_parents();
    while (kept_count) {
        kept_count--;
        munmap(kept[kept_count].memory, kept[kept_count].bytes);
    }
    kept_bytes = 0;
    pthread_mutex_unlock(&lock);
}

void *large_alloc(size_t bytes) {
    if (bytes < LARGE) return calloc(1, bytes + !bytes);
    const size_t room = room_of(bytes);
    void *memory = take_kept(room);
    if (memory) return memset(memory, 0, bytes);
    memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    // A child would get a copy of the page tables, and this process a fault at each page that it writes to
    // afterwards: about a second for 4 GiB. Whether the system takes the advice changes nothing else.
    madvise(memory, room, MADV_DONTFORK);
    madvise(memory, room, MADV_HUGEPAGE); // all of it will be written to
    return memory;
}

void *large_zeros(size_t bytes) {
    if (bytes < LARGE) return calloc(1, bytes ? bytes : 1);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = mmap(NULL, room_of(bytes), PROT_READ | PROT_WRITE, flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void large_free(void *memory, size_t bytes) {
    if (bytes < LARGE)
        free(memory);
    else if (memory && !keep(memory, room_of(bytes)))
        munmap(memory, room_of(bytes));
}

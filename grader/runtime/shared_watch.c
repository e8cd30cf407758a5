// Memory that kernels see too: the pages of it that work uses which the host has not waited for are protected, so that host
// code that uses them meanwhile is noticed (fault.c), told to `device` with its line, and goes on.
//
// Only a page's first use is seen, until work comes again, and no page of which work leaves an end alone: a system call could
// have that, and fails where a page is protected. Guarded by the conversation's lock, as in host_watch.c.
#include <stdlib.h>
#include <sys/mman.h>

#include "grader/runtime/runtime.h"

enum { PAGE = 4096 };

typedef struct Range {
    uint64_t first, end;    // its pages, at the same address on both sides
    uint64_t start, behind; // its bytes
    bool guarded;           // some of them are protected
    struct Range *next;
} Range;

static Range *ranges;

void shared_watch_add(uint64_t start, uint64_t bytes) {
    Range *range = malloc(sizeof *range);
    if (!range) return; // it goes unwatched
    const bool locked = connection_lock();
    *range = (Range){.first = start / PAGE * PAGE,
                     .end = (start + bytes + PAGE - 1) / PAGE * PAGE,
                     .start = start,
                     .behind = start + bytes,
                     .next = ranges};
    ranges = range;
    if (locked) connection_unlock();
}

void shared_watch_remove(uint64_t first) {
    const bool locked = connection_lock();
    for (Range **link = &ranges; *link; link = &(*link)->next) {
        Range *range = *link;
        if (range->first != first) continue;
        *link = range->next;
        free(range);
        break;
    }
    if (locked) connection_unlock();
}

static void protect(uint64_t first, uint64_t end, int how) {
    mprotect((void *)(uintptr_t)first, end - first, how);
}

// `from` on, as far as one answer tells; returns where it ends.
static uint64_t guard_from(Range *range, uint64_t from) {
    static UsedPages pieces[USED_PAGES_MOST];
    const uint64_t left = range->behind - from, bytes = left < HOST_ACCESS_MOST ? left : HOST_ACCESS_MOST;
    Request list = {.call = CALL_HOST_ACCESS,
                    .arg = {from, bytes, 0, HOST_LISTS},
                    .answer = host_bytes(pieces, sizeof pieces)};
    if (exchange_locked(&list) != cudaSuccess) return range->behind;
    for (uint64_t i = 0; i < list.reply.value[0] && i < USED_PAGES_MOST; i++) {
        const uint64_t first = pieces[i].first, end = first + pieces[i].pages * PAGE;
        if (first < range->first || end > range->end) continue;
        protect(first, end, pieces[i].written ? PROT_NONE : PROT_READ);
        range->guarded = true;
    }
    return from + bytes;
}

static void guard(Range *range) {
    if (range->guarded) protect(range->first, range->end, PROT_READ | PROT_WRITE);
    range->guarded = false;
    for (uint64_t at = range->start; at < range->behind;) at = guard_from(range, at);
}

void shared_watch_after(bool worked, bool waited) {
    for (Range *range = ranges; range; range = range->next)
        if (worked || (waited && range->guarded)) guard(range);
}

static Range *range_of(uint64_t address, uint64_t bytes) {
    Range *range = ranges;
    while (range && !(address < range->end && range->first < address + bytes)) range = range->next;
    return range;
}

bool shared_watch_covers(const void *start, size_t bytes) {
    return bytes && range_of(handle_of(start), bytes);
}

void shared_watch_open(const void *start, size_t bytes) {
    Range *range = bytes && ranges ? range_of(handle_of(start), bytes) : NULL;
    if (range && range->guarded) protect(range->first, range->end, PROT_READ | PROT_WRITE);
}

bool shared_watch_fault(const void *address, bool writes, Request *told) {
    const uint64_t page = handle_of(address) / PAGE * PAGE;
    if (!range_of(page, PAGE)) return false;
    told->arg[2] = writes;
    exchange_locked(told);
    protect(page, page + PAGE, PROT_READ | PROT_WRITE);
    return true;
}

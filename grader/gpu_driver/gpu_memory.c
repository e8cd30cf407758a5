// Pages of the GPU behind the map of allocations, and the poison around each.
#include "grader/gpu_driver/gpu_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"

enum { PIECE = 1 << 20, MARGIN = 4096 }; // bytes of poison on either side at least

static MemoryProperties properties_of(const Driver *d) {
    return (MemoryProperties){.type = 1, .location = {.type = 1, .id = d->device}};
}

bool gpu_memory_open(GpuMemory *m, const Driver *driver, const Warpsim *sim, char *error, size_t error_size) {
    const MemoryProperties p = properties_of(driver);
    const uint64_t capacity = warpsim_memory(sim, WARPSIM_CAPACITY);
    size_t page = 0;
    DriverAddress at = 0;
    *m = (GpuMemory){.driver = driver, .sim = sim};
    if (driver->MemGetAllocationGranularity(&page, &p, 0) || !page || capacity % page) {
        snprintf(error, error_size, "the GPU does not say how large its pages are");
        return false;
    }
    const int failed = driver->MemAddressReserve(&at, capacity, 0, DEVICE_ADDRESS_BASE, 0);
    if (failed || at != DEVICE_ADDRESS_BASE) {
        snprintf(error, error_size,
                 "the driver does not give the device addresses that are needed (CUDA error %d, 0x%llx)",
                 failed, (unsigned long long)at);
        return false;
    }
    m->page = page;
    m->page_count = capacity / page;
    m->users = calloc(m->page_count, sizeof *m->users);
    m->piece = malloc(PIECE);
    if (m->users && m->piece) return true;
    snprintf(error, error_size, "there is no memory left");
    return false;
}

void gpu_memory_clear(GpuMemory *m, const Warpsim *sim) {
    for (uint64_t page = 0; page < m->page_count; page++) {
        if (m->users[page]) m->driver->MemUnmap(DEVICE_ADDRESS_BASE + page * m->page, m->page);
        m->users[page] = 0;
    }
    m->sim = sim;
}

static DriverAddress address_of(const GpuMemory *m, uint64_t page) {
    return DEVICE_ADDRESS_BASE + page * m->page;
}

// The pages [first, end) of an allocation, its margins counted in.
static void pages_of(const GpuMemory *m, const WarpsimAllocation *a, uint64_t *first, uint64_t *end) {
    const uint64_t start = a->base - DEVICE_ADDRESS_BASE;
    *first = (start > MARGIN ? start - MARGIN : 0) / m->page;
    *end = (start + a->size + MARGIN + m->page - 1) / m->page;
    if (*end > m->page_count) *end = m->page_count;
}

static bool map_page(GpuMemory *m, uint64_t page) {
    const Driver *d = m->driver;
    const MemoryProperties p = properties_of(d);
    uint64_t handle;
    if (d->MemCreate(&handle, m->page, &p, 0)) return false;
    const bool mapped = !d->MemMap(address_of(m, page), m->page, 0, handle, 0);
    d->MemRelease(handle); // what is mapped stays until it is unmapped
    return mapped;
}

// Makes pages [first, end), just mapped, usable: poison.
static bool open_pages(GpuMemory *m, uint64_t first, uint64_t end) {
    const MemoryAccess access = {.location = {.type = 1, .id = m->driver->device}, .access = 3};
    const uint64_t size = (end - first) * m->page;
    return first == end || (!m->driver->MemSetAccess(address_of(m, first), size, &access, 1) &&
                            !m->driver->MemsetD32(address_of(m, first), POISON, size / 4));
}

static void leave_page(GpuMemory *m, uint64_t page) {
    if (--m->users[page] == 0) m->driver->MemUnmap(address_of(m, page), m->page);
}

bool gpu_memory_back(GpuMemory *m, const WarpsimAllocation *a) {
    uint64_t first, end, page, fresh;
    pages_of(m, a, &first, &end);
    bool good = true;
    for (page = fresh = first; page < end && good; page++) {
        if (m->users[page]) {
            good = m->users[page] < UINT16_MAX && open_pages(m, fresh, page);
            fresh = page + 1;
        } else {
            good = map_page(m, page);
        }
        m->users[page] += good;
        if (!good) break;
    }
    if (good && open_pages(m, fresh, end)) return true;
    while (page-- > first) leave_page(m, page);
    return false;
}

void gpu_memory_unback(GpuMemory *m, const WarpsimAllocation *a) {
    uint64_t first, end;
    pages_of(m, a, &first, &end);
    for (uint64_t page = first; page < end; page++) {
        if (m->users[page] > 1) { // it stays: what lies on it becomes poison
            const DriverAddress from = address_of(m, page), to = from + m->page;
            const DriverAddress start = a->base > from ? a->base : from;
            const DriverAddress stop = a->base + a->size < to ? a->base + a->size : to;
            if (start < stop) m->driver->MemsetD32(start, POISON, (stop - start + 3) / 4);
        }
        leave_page(m, page);
    }
}

int gpu_memory_forget(const GpuMemory *m, const WarpsimAllocation *a) {
    return m->driver->MemsetD32(a->base, POISON, (a->size + 3) / 4);
}

static uint8_t poison_at(DriverAddress address) {
    return (uint8_t)(POISON >> 8 * (address % 4));
}

// Looks at [from, to), which is to be poison, and widens [*first, *last] to what is not; mends it.
static bool look_at_piece(GpuMemory *m, DriverAddress from, uint64_t size, DriverAddress *first,
                          DriverAddress *last) {
    bool changed = false;
    if (m->driver->MemcpyDtoH(m->piece, from, size)) return false;
    for (uint64_t i = 0; i < size; i++) {
        const uint8_t poison = poison_at(from + i);
        if (m->piece[i] == poison) continue;
        m->piece[i] = poison;
        if (from + i < *first) *first = from + i;
        *last = from + i;
        changed = true;
    }
    if (changed) m->driver->MemcpyHtoD(from, m->piece, size);
    return changed;
}

// Looks between two allocations, `before` the range and `after` it; either may be NULL.
static int look_at(GpuMemory *m, DriverAddress from, DriverAddress to, const WarpsimAllocation *before,
                   const WarpsimAllocation *after, OutsideWrite *write) {
    DriverAddress first = ~0ull, last = 0;
    bool changed = false;
    for (; from < to; from += PIECE) {
        const uint64_t size = to - from < PIECE ? to - from : PIECE;
        changed |= look_at_piece(m, from, size, &first, &last);
    }
    if (!changed) return 0;
    const WarpsimAllocation *a = before;
    if (!a || (after && after->base - first < first - (a->base + a->size))) a = after;
    *write = (OutsideWrite){.beside = a, .offset = (int64_t)(first - a->base), .bytes = last - first + 1};
    return 1;
}

// The next live allocation that has pages, from index *at on.
static const WarpsimAllocation *next_backed(const Warpsim *sim, int *at) {
    const WarpsimAllocation *a;
    while ((a = warpsim_allocation_at(sim, (*at)++)))
        if (a->live && !a->name[0]) return a;
    return NULL;
}

int gpu_memory_outside_writes(GpuMemory *m, OutsideWrite *list, int most) {
    int at = 0, count = 0;
    DriverAddress looked = 0; // everything below this
    for (const WarpsimAllocation *a = next_backed(m->sim, &at), *next; a && count + 2 <= most; a = next) {
        next = next_backed(m->sim, &at);
        uint64_t first, end;
        pages_of(m, a, &first, &end);
        DriverAddress from = address_of(m, first), to = address_of(m, end);
        if (from < looked) from = looked;
        if (next && next->base < to) to = next->base;
        count += look_at(m, from, a->base, NULL, a, &list[count]);
        count += look_at(m, a->base + a->size, to, a, next, &list[count]);
        looked = to;
    }
    return count;
}

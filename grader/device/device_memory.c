// Device memory: the map of allocations, and the bytes that the backend keeps behind it.
#include "grader/device/device.h"

Allocation *allocate_memory(Device *d, uint64_t size) {
    Allocation *a = arena_allocate(d->sim->arena, size);
    if (!a || d->backend->back(d->backend, a)) return a;
    arena_release(d->sim->arena, a->base);
    return NULL;
}

void release_memory(Device *d, uint64_t address) {
    const Allocation *a = arena_find(d->sim->arena, address);
    if (!a || a->base != address || a->name[0]) return;
    d->backend->unback(d->backend, a);
    arena_release(d->sim->arena, address);
}

bool renew_memory(Device *d, uint64_t address) {
    release_memory(d, address);
    arena_renew(d->sim->arena, address);
    const Allocation *a = arena_find(d->sim->arena, address);
    return a && d->backend->back(d->backend, a);
}

int write_memory(Device *d, uint64_t to, const void *from, uint64_t size) {
    return d->backend->write(d->backend, to, from, size);
}

int read_memory(Device *d, void *to, uint64_t from, uint64_t size) {
    return d->backend->read(d->backend, to, from, size);
}

int copy_memory(Device *d, uint64_t to, uint64_t from, uint64_t size) {
    return d->backend->copy(d->backend, to, from, size);
}

int fill_memory(Device *d, uint64_t to, int byte, uint64_t size) {
    return d->backend->fill(d->backend, to, byte, size);
}

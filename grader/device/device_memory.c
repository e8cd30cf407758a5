// Device memory: the map of allocations, and the bytes that the backend keeps behind it.
#include "grader/device/device.h"

WarpsimAllocation *allocate_memory(Device *d, uint64_t size) {
    WarpsimAllocation *a = warpsim_allocate(d->sim, size);
    if (!a || d->backend->back(d->backend, a)) return a;
    warpsim_free(d->sim, a->base);
    return NULL;
}

void release_memory(Device *d, uint64_t address) {
    const WarpsimAllocation *a = warpsim_find(d->sim, address);
    if (!a || a->base != address || a->name[0]) return;
    d->backend->unback(d->backend, a);
    warpsim_free(d->sim, address);
}

bool renew_memory(Device *d, uint64_t address) {
    release_memory(d, address);
    warpsim_renew(d->sim, address);
    const WarpsimAllocation *a = warpsim_find(d->sim, address);
    return a && d->backend->back(d->backend, a);
}

int write_memory(Device *d, uint64_t to, const void *from, uint64_t size) {
    if (d->witness) witness_wrote(d->witness, to, size);
    return d->backend->write(d->backend, to, from, size);
}

int read_memory(Device *d, void *to, uint64_t from, uint64_t size) {
    return d->backend->read(d->backend, to, from, size);
}

int copy_memory(Device *d, uint64_t to, uint64_t from, uint64_t size) {
    if (d->witness) witness_copied(d->witness, to, from, size);
    return d->backend->copy(d->backend, to, from, size);
}

int fill_memory(Device *d, uint64_t to, int byte, uint64_t size) {
    if (d->witness) witness_wrote(d->witness, to, size);
    return d->backend->fill(d->backend, to, byte, size);
}

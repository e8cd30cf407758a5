// Puts back what outlives a launch.
#include "grader/device/kept_state.h"

#include <stdlib.h>

enum { ALLOCATIONS_MOST = 64, PARTS = 10, FRAME_LEAST = 64 }; // printf alone takes some bytes of a frame

bool kept_state_take(Device *d, KeptState *s) {
    const WarpsimAllocation *a;
    int count = 0;
    while (warpsim_allocation_at(d->sim, count)) count++;
    s->variable = calloc((size_t)count + 1, sizeof *s->variable);
    s->bytes = calloc((size_t)count + 1, sizeof *s->bytes);
    bool good = s->variable && s->bytes;
    for (int i = 0; good && (a = warpsim_allocation_at(d->sim, i)); i++) {
        if (!a->live || !a->name[0]) continue;
        uint8_t *bytes = malloc(a->size);
        good = bytes != NULL;
        if (good && read_memory(d, bytes, a->base, a->size)) { // the text of a printf: it has no name there
            free(bytes);
            continue;
        }
        s->variable[s->count] = a;
        s->bytes[s->count++] = bytes;
    }
    return good;
}

int kept_state_put_back(Device *d, const KeptState *s) {
    int error = 0;
    for (int i = 0; i < s->count && !error; i++)
        error = write_memory(d, s->variable[i]->base, s->bytes[i], s->variable[i]->size);
    for (int i = 0; i < d->recording.count && !error; i++) {
        const Record *r = &d->recording.list[i];
        const WarpsimAllocation *a = r->kind == RECORD_ALLOCATE ? warpsim_find(d->sim, r->address) : NULL;
        if (a) error = d->backend->forget(d->backend, a);
    }
    return error;
}

// The frames of all functions beside this kernel: more than any call of it can need.
static uint64_t frame_of(const Device *d, const RecordedLaunch *launch) {
    const WarpsimKernel *kernel =
        launch->function ? launch->function : warpsim_kernel(d->sim, WARPSIM_ANY, launch->kernel);
    return kernel ? warpsim_kernel_facts(kernel).module_local_bytes : 0;
}

const char *kept_state_beyond(const Device *d, uint64_t bytes) {
    const DeviceDescription *gpu = &d->gpu.device;
    const uint64_t threads = (uint64_t)gpu->sm_count * gpu->threads_per_sm;
    int allocations = 0;
    for (int i = 0; i < d->recording.count; i++) {
        const Record *r = &d->recording.list[i];
        allocations += r->kind == RECORD_ALLOCATE;
        const uint64_t frame = r->kind == RECORD_LAUNCH ? frame_of(d, &r->launch) : 0;
        if (frame > FRAME_LEAST && PARTS * threads * frame > bytes)
            return "Its kernels have so much local memory that results could stay there from run to run. "
                   "Make "
                   "the arrays of a thread smaller.";
    }
    return allocations <= ALLOCATIONS_MOST
               ? NULL
               : "It allocates memory more than 64 times. Allocate once, and use parts of it.";
}

void kept_state_free(KeptState *s) {
    for (int i = 0; i < s->count; i++) free(s->bytes[i]);
    free(s->bytes);
    free(s->variable);
    *s = (KeptState){0};
}

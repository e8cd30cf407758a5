// malloc() and free() in kernels: allocations of device memory that outlive the launch, as on hardware.
//
// Kernels that call them run their blocks in order on one CPU thread, so the list of allocations is theirs
// alone.
#include <inttypes.h>
#include <stdio.h>

#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/special.h"

void run_malloc(Warp *w, const Op *op) {
    Launch *launch = w->worker->launch;
    u64 *d = lanes_of(w, op->d);
    const u64 *size = lanes_of(w, op->a);
    EACH_LANE_OF(w->mask, i) {
        // malloc(0) gives a pointer, too, as on an H200.
        Allocation *a = arena_allocate_in_heap(launch->arena, size[i] ? size[i] : 1);
        if (a) a->tracked = true;
        d[i] = a ? a->base : 0; // a full heap: the kernel has to look
    }
}

static void bad_free(Warp *w, const Op *op, u32 lane, u64 address) {
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    const Allocation *a = arena_nearest(w->worker->launch->arena, address);
    if (f) {
        f->fatal = true;
        if (a && a->base == address && a->heap && !a->live) {
            snprintf(f->message, sizeof f->message,
                     "free() of memory that is free already: %" PRIu64 " bytes that malloc() once gave.",
                     a->size);
            snprintf(f->next, sizeof f->next,
                     "Let one thread free it, once, when all threads are done with it.");
        } else {
            snprintf(f->message, sizeof f->message,
                     "free() of 0x%" PRIx64 ", an address that malloc() in a kernel did not give.", address);
            snprintf(
                f->next, sizeof f->next,
                a && a->live && address - a->base < a->size && !a->heap
                    ? "Memory from cudaMalloc() is freed by cudaFree(), in host code."
                    : "Pass free() the exact pointer that malloc() returned: no offset added, not truncated.");
        }
    }
    stop_block(w);
}

bool heap_release(Warp *w, const Op *op, u32 lane, u64 address) {
    Arena *arena = w->worker->launch->arena;
    if (address == 0) return true;
    const Allocation *a = arena_find(arena, address);
    if (a && a->heap && a->base == address) return arena_release(arena, address);
    bad_free(w, op, lane, address);
    return false;
}

void run_free(Warp *w, const Op *op) {
    const u64 *address = lanes_of(w, op->a);
    EACH_LANE_OF(w->mask, i) {
        if (!heap_release(w, op, i, address[i])) return;
    }
}

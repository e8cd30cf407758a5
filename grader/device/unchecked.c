// Work of a submission that was not wholly looked at for races. That is no way to full points: it becomes a finding,
// where it was the submission that left no room for looking.
#include <inttypes.h>
#include <stdio.h>

#include "grader/device/device.h"
#include "grader/device/unchecked.h"

// Bytes of memory for each byte that kernels store to, at most: the byte, its record, and where the words are single
// bytes eight places in the pool (race_memory.c).
enum { WITH_RECORDS = 10, SPARE_PART = 4 };
#define LITTLE (256ull << 20) // there is as much on any machine

bool suffices_without_submission(uint64_t graders_bytes, MachineMemory m) {
    if (graders_bytes > m.total / WITH_RECORDS) return false;
    const uint64_t need = graders_bytes * WITH_RECORDS;
    return need < LITTLE || m.left == UINT64_MAX || need + m.total / SPARE_PART <= m.left + m.own;
}

static bool took_the_memory(Device *d) {
    uint64_t graders_bytes = 0, own_bytes = 0;
    const WarpsimAllocation *a, *largest = NULL;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++) {
        *(a->graders ? &graders_bytes : &own_bytes) += a->size;
        if (!a->graders && (!largest || a->size > largest->size)) largest = a;
    }
    if (!largest || !suffices_without_submission(graders_bytes, machine_memory())) return false;
    HostFinding *f = note_host(d, "out-of-memory", largest->caller);
    if (!f) return true;
    snprintf(f->message, sizeof f->message,
             "%" PRIu64 " MiB of device memory are allocated here, %" PRIu64
             " in all. That is more than this machine "
             "can look after: whether the kernels race cannot be told.",
             largest->size >> 20, own_bytes >> 20);
    snprintf(f->next, sizeof f->next, "Allocate no more than the kernels need.");
    return true;
}

bool note_unchecked(Device *d) {
    uint64_t bytes;
    if (d->program) return false;
    if (d->order && stream_order_lost(d->order)) {
        HostFinding *f = note_host(d, "race", (const uint64_t[CALLERS]){0});
        if (f) {
            snprintf(
                f->message, sizeof f->message,
                "Streams work on so much memory between two synchronisations that it is not known what each of "
                "them has used: whether they race cannot be told.");
            snprintf(f->next, sizeof f->next, "Use less memory, or one stream.");
        }
    }
    return warpsim_unjudged(d->sim, &bytes) && took_the_memory(d);
}

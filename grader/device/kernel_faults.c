// What went wrong with kernels, in words, where the backend does not explain it: hardware says only which
// error it was, so the place is that of the launch.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "grader/device/device.h"

enum { MAX_OUTSIDE_WRITES = 8 };

// A CUDA error that a kernel can end in.
static const struct {
    int error;
    const char *check, *message, *next;
} faults[] = {
    {cudaErrorIllegalAddress, "out-of-bounds",
     "reads or writes memory that it may not access: the GPU stopped it because of an illegal "
     "memory access",
     "Check the indices and the guard of this kernel."},
    {cudaErrorMisalignedAddress, "misaligned",
     "reads or writes at an address that is misaligned for the type: the GPU stopped it",
     "A float4 must lie at a multiple of 16 bytes, a float at a multiple of 4."},
    {cudaErrorLaunchTimeout, "timeout", "did not end in time on the GPU: it was stopped",
     "Look for a loop that does not end, or a barrier that not all threads of a block reach."},
    {cudaErrorAssert, "assert", "stopped at an assert() whose condition is false",
     "What the code printed names the assertion."},
    {cudaErrorIllegalInstruction, "trap",
     "reached an instruction that the GPU cannot execute (an illegal instruction), and was "
     "stopped",
     "Check the function pointers and the inline PTX of this kernel."},
    {0, "trap", "failed on the GPU", "Run it on the simulator, which names the line: --device sim."},
};

static const char *kernel_name(const RecordedLaunch *l) {
    return l->function ? warpsim_kernel_facts(l->function).display_name : l->kernel;
}

void note_kernel_fault(Device *d, const RecordedLaunch *l, int error) {
    int i = 0;
    while (faults[i].error && faults[i].error != error) i++;
    HostFinding *f = note_host(d, faults[i].check, l->caller);
    if (!f) return;
    f->fatal = true;
    snprintf(f->message, sizeof f->message, "The kernel %.100s %s (CUDA error %d).", kernel_name(l),
             faults[i].message, error);
    snprintf(f->next, sizeof f->next, "%s", faults[i].next);
}

// The last launch that was recorded, NULL where there is none; *several: others before it.
static const RecordedLaunch *last_launch(const Device *d, bool *several) {
    const RecordedLaunch *last = NULL;
    *several = false;
    for (int i = 0; i < d->recording.count; i++) {
        if (d->recording.list[i].kind != RECORD_LAUNCH) continue;
        *several = last != NULL;
        last = &d->recording.list[i].launch;
    }
    return last;
}

static void describe_outside_write(char *text, size_t size, const OutsideWrite *s) {
    const WarpsimAllocation *a = s->beside;
    const bool before = s->offset < 0;
    const uint64_t far = before ? (uint64_t)-s->offset : (uint64_t)s->offset - a->size;
    char name[60] = "an allocation";
    if (a->parameter[0]) snprintf(name, sizeof name, "`%s`", a->parameter);
    snprintf(text, size,
             "wrote outside %s of %" PRIu64 " bytes: %" PRIu64
             " bytes changed there, and the first of them lies %" PRIu64 " bytes %s.",
             name, a->size, s->bytes, far, before ? "before its start" : "past its end");
}

void note_outside_writes(Device *d) {
    OutsideWrite list[MAX_OUTSIDE_WRITES];
    const int count = d->sticky ? 0 : d->backend->outside_writes(d->backend, list, MAX_OUTSIDE_WRITES);
    if (!count) return;
    bool several;
    const RecordedLaunch *l = last_launch(d, &several);
    HostFinding *f = note_host(d, "out-of-bounds", l ? l->caller : (const uint64_t[CALLERS]){0});
    if (!f) return;
    f->facts = FOUND_GLOBAL | FOUND_WRITES | (list[0].offset < 0 ? FOUND_BEFORE_START : FOUND_PAST_END);
    char where[240];
    describe_outside_write(where, sizeof where, &list[0]);
    if (l && !several)
        snprintf(f->message, sizeof f->message, "The kernel %.100s %s", kernel_name(l), where);
    else
        snprintf(f->message, sizeof f->message, "A kernel %s", where);
    snprintf(f->next, sizeof f->next, "Check both bounds: which threads compute an index outside the array?");
}

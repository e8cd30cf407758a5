// Notes loads through the read-only data cache of what the same launch stores, with both lines.
#include "grader/warpsim/core/read_only.h"

#include <stdio.h>
#include <stdlib.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/tracked.h"

// The bytes that one instruction has loaded through the cache, or stored.
typedef struct {
    u32 site;
    bool write;
    Footprint bytes;
} Accessed;

struct ReadOnly {
    Accessed *list;
    u32 count, room;
    bool lost;
};

static bool some_tracked(const Warpsim *s, bool variable) {
    for (u32 i = 0; i < s->tracked_count; i++)
        if (!variable || s->tracked[i]->name[0]) return true;
    return false;
}

bool read_only_is_watched(Warpsim *s, const Launch *launch) {
    const Function *k = launch->kernel;
    const u64 loaded = k->read_only_params;
    if (!loaded || launch->samples_only) return false;
    track_allocations(s, k, launch->params);
    if (loaded >> ANYWHERE_BIT & 1) return some_tracked(s, false);
    if (loaded >> VARIABLES_BIT & 1 && some_tracked(s, true)) return true;
    ParameterWalk walk = {.parameters = loaded};
    const Allocation *a;
    while ((a = next_behind(s, k, launch->params, &walk)))
        if (a->tracked && walk.address >= DEVICE_ADDRESS_BASE && walk.address < DEVICE_ADDRESS_END)
            return true; // no number
    return false;
}

ReadOnly *read_only_new(void) {
    return calloc(1, sizeof(ReadOnly));
}

bool read_only_free(ReadOnly *r) {
    if (!r) return false;
    bool lost = r->lost;
    for (u32 i = 0; i < r->count; i++) {
        lost |= r->list[i].bytes.lost;
        footprint_clear(&r->list[i].bytes);
    }
    free(r->list);
    free(r);
    return lost;
}

static void keep(ReadOnly *r, u32 site, bool write, const Run *run) {
    u32 i = 0;
    while (i < r->count && (r->list[i].site != site || r->list[i].write != write)) i++;
    if (i == r->room) {
        const u32 room = 2 * r->room + 8;
        Accessed *grown = realloc(r->list, room * sizeof *grown);
        if (!grown) {
            r->lost = true;
            return;
        }
        r->list = grown;
        r->room = room;
    }
    if (i == r->count) r->list[r->count++] = (Accessed){.site = site, .write = write};
    footprint_add(&r->list[i].bytes, run->address, run->bytes, write ? TOUCH_WRITE : TOUCH_READ);
}

static void note_not_read_only(Warp *w, const Op *op, u32 lane, bool write, u32 other) {
    Finding *f = note_lane(w, op, CHECK_READ_ONLY, lane);
    if (!f) return;
    const Site *site = &w->worker->launch->program->sites[other];
    snprintf(
        f->message, sizeof f->message,
        write
            ? "This writes what the same kernel reads through the read-only data cache (__ldg(), or a pointer that "
              "is const and __restrict__). That data must not change while the kernel runs."
            : "This reads through the read-only data cache (__ldg(), or a pointer that is const and __restrict__) "
              "what the same kernel writes. It may get the old value, after a barrier too.");
    snprintf(
        f->next, sizeof f->next,
        "Read it without __ldg(), and take __restrict__ away where two pointers lead to the same data; or write to "
        "another buffer.");
    f->has_other = true;
    f->other_function = site->function;
    f->other_instruction = site->instruction;
    snprintf(f->other_what, sizeof f->other_what,
             write ? "The same kernel reads it" : "The same kernel writes it");
}

void read_only_access(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    ReadOnly *r = w->worker->launch->read_only;
    if (!write && (op->memory != MEMORY_LOAD || !(op->flags & ACCESS_READ_ONLY))) return;
    for (u32 i = 0; i < r->count; i++) {
        Accessed *a = &r->list[i];
        u64 at;
        if (a->write == write ||
            !footprint_meets(&a->bytes, run->address, run->bytes, a->write ? TOUCH_WRITE : TOUCH_READ, &at))
            continue;
        note_not_read_only(w, op, run_lane(run, element, at - run->address), write, a->site);
        break;
    }
    keep(r, op->site, write, run);
}

// The words of accesses outside of all device memory, and outside of the allocation that lies nearest.
#include "grader/warpsim/core/outside_global.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/memory_words.h"
#include "grader/warpsim/core/note.h"

static const char *verb(bool write) {
    return write ? "write" : "read";
}

// One whole element before or behind a buffer whose name the student knows?
static bool outside_parameter(const Allocation *a, u64 address, u32 element) {
    return a->parameter[0] && a->element == element && (address - a->base) % element == 0 &&
           a->size >= element;
}

// "This would read `f[31]`, but `f` ends at f[30]."
static void describe_index(Finding *f, const Allocation *a, u64 address, bool write) {
    const bool before = address < a->base;
    const s64 index = (s64)(address - a->base) / (s64)a->element;
    f->facts |= before ? FOUND_BEFORE_START : FOUND_PAST_END;
    f->at = index;
    f->room = (s64)(a->size / a->element);
    snprintf(f->message, sizeof f->message,
             "This would %s `%s[%" PRId64 "]`, but `%s` %s at `%s[%" PRIu64 "]`.", verb(write), a->parameter,
             index, a->parameter, before ? "starts" : "ends", a->parameter,
             before ? 0 : a->size / a->element - 1);
    snprintf(f->next, sizeof f->next,
             before ? "Guard the low end: which threads have no neighbour on that side?"
                    : "Guard the high end: which threads lie outside the data?");
}

Finding *note_outside_global(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const Arena *arena = w->worker->launch->arena;
    u32 lane = run->first;
    u64 address = run->address;
    for (u32 i = 0; i < run->count; i++) { // the first element that does not fit
        address = run->address + (u64)i * element;
        lane = run->first + i;
        if (!arena_contains(arena, address, element)) break;
    }
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    if (!f) return NULL;
    char memory[200];
    const Allocation *a = arena_nearest(arena, address);
    if (a) memcpy(f->caller, a->caller, sizeof f->caller);
    note_access(f, FOUND_GLOBAL, element, write);
    if (address < 4096) {
        f->facts |= FOUND_NULL_POINTER;
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s at address %" PRIu64 ": a null pointer.", verb(write), element,
                 plural(element), address);
        snprintf(f->next, sizeof f->next, "Check that the pointer was set, and passed in the right place.");
    } else if (!a || address < DEVICE_ADDRESS_BASE || address >= DEVICE_ADDRESS_END) {
        f->facts |= FOUND_NOT_DEVICE;
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s at address 0x%" PRIx64 ", which is not device memory.", verb(write),
                 element, plural(element), address);
        snprintf(f->next, sizeof f->next, "Check that the pointer came from cudaMalloc, not from the host.");
    } else if (!a->live) {
        f->facts |= FOUND_FREED;
        snprintf(f->message, sizeof f->message, "This would %s %u byte%s in memory that %s has freed (%s).",
                 verb(write), element, plural(element),
                 a->heap    ? "free()"
                 : a->array ? "cudaFreeArray"
                            : "cudaFree",
                 memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Free the memory after the last %s that uses it.",
                 a->heap ? "thread" : "kernel");
    } else if (outside_parameter(a, address, element)) {
        describe_index(f, a, address, write);
    } else if (address < a->base) {
        f->facts |= FOUND_BEFORE_START;
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s, %" PRIu64 " byte%s before the start of %s.", verb(write), element,
                 plural(element), a->base - address, plural(a->base - address),
                 memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Guard the low end: which threads have no neighbour on that side?");
    } else if (address < a->base + a->size) {
        f->facts |= FOUND_PAST_END;
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes, the last of them past the end of %s.", verb(write), element,
                 memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Check the element size and the index of the last element.");
    } else {
        f->facts |= FOUND_PAST_END;
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s, %" PRIu64 " byte%s past the end of %s.", verb(write), element,
                 plural(element), address - (a->base + a->size), plural(address - (a->base + a->size)),
                 memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Guard the high end: which threads lie outside the data?");
    }
    return f;
}

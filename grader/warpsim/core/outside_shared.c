// The words of accesses outside of a block's shared memory, and outside of the array that they start from.
#include "grader/warpsim/core/outside_shared.h"

#include <inttypes.h>
#include <stdio.h>

#include "grader/warpsim/core/memory_words.h"
#include "grader/warpsim/core/note.h"

// Addresses of shared memory have 32 bits: what lies before its beginning is near the last of them.
static void describe_outside(Finding *f, const Warp *w, u32 element, u64 at, bool write) {
    char place[60];
    const bool before = at >> 31 == 1;
    const u64 ahead = ((u64)1 << 32) - at;
    note_access(f, FOUND_SHARED | (before ? FOUND_BEFORE_START : FOUND_PAST_END), element, write);
    f->at = before ? -(s64)ahead : (s64)at;
    f->room = w->worker->launch->shared_bytes;
    if (before)
        snprintf(place, sizeof place, "%" PRIu64 " byte%s before the beginning", ahead, plural(ahead));
    else
        snprintf(place, sizeof place, "at byte %" PRIu64, at);
    snprintf(f->message, sizeof f->message,
             "This would %s %u byte%s %s of shared memory; the block has %u bytes.", write ? "write" : "read",
             element, plural(element), place, w->worker->launch->shared_bytes);
}

Finding *note_outside_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    u32 i = 0;
    while (i + 1 < run->count && run->address + (u64)(i + 1) * element <= w->thread_block->shared_bytes &&
           run->address < w->thread_block->shared_bytes)
        i++;
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, run->first + i);
    if (f) {
        describe_outside(f, w, element, run->address + (u64)i * element, write);
        snprintf(
            f->next, sizeof f->next,
            "Check the index against the array's size, and the third launch parameter if it is dynamic.");
    }
    return f;
}

// The address is made from one array, and leads out of it, to another one of the block. The kernel goes on, as on a GPU.
void note_other_array(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const Site *site = &w->worker->launch->program->sites[op->site];
    u64 at = run->address, offset;
    char array[60], other[60];
    while (at >= site->low && at + element <= site->high) at += element;
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, run_lane(run, element, at - run->address));
    if (!f || !shared_variable(w->function, site->low, array, sizeof array, &offset)) return;
    note_access(f, FOUND_SHARED | FOUND_OTHER_ARRAY, element, write);
    const bool named = shared_variable(w->function, at, other, sizeof other, &offset);
    char place[60];
    if (at < site->low)
        snprintf(place, sizeof place, "%" PRIu64 " byte%s before the beginning of", site->low - at,
                 plural(site->low - at));
    else
        snprintf(place, sizeof place, "at byte %" PRIu64 " of", at - site->low);
    snprintf(f->message, sizeof f->message,
             "This %s %u byte%s %s the array `%s`, which has %u byte%s. In shared memory %s%s%s there.",
             write ? "writes" : "reads", element, plural(element), place, array, site->high - site->low,
             plural(site->high - site->low), named ? "`" : "something else", named ? other : "",
             named ? "` lies" : " lies");
    snprintf(
        f->next, sizeof f->next,
        "Check each index of `%s` against its size: the smallest and the largest that a thread of the block has.",
        array);
}

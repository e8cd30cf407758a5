// Notes what a kernel writes into the inputs of the function that launched it.
#include <inttypes.h>
#include <stdio.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/note.h"

// What is put back later is written all the same: whoever reads it meanwhile gets something else. The kernel goes on.
void note_input_written(Warp *w, const Op *op, const Run *run, const Allocation *a) {
    Finding *f = note_lane(w, op, CHECK_INPUT_WRITTEN, run->first);
    if (!f) return;
    const u64 offset = run->address - a->base;
    if (a->parameter[0] && a->element)
        snprintf(f->message, sizeof f->message,
                 "This writes `%s[%" PRIu64
                 "]`, but `%s` is an input: it is the caller's, and only to be read.",
                 a->parameter, offset / a->element, a->parameter);
    else
        snprintf(f->message, sizeof f->message, "This writes byte %" PRIu64 " of an input of the caller's.",
                 offset);
    snprintf(
        f->next, sizeof f->next,
        "Work in memory of your own (cudaMalloc), or in the output: other work may read the input meanwhile.");
}

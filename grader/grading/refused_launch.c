// A launch that CUDA refuses: the line that sets its block or its grid, and sizes at which nothing is to be launched.
#include "grader/grading/refused_launch.h"

#include <stdio.h>
#include <string.h>

#include "grader/cause/launch_line.h"
#include "grader/cause/torn_text.h"

static bool same_size(const long a[3], const long b[3]) {
    return !memcmp(a, b, 3 * sizeof *a);
}

static bool may_be_block(const long size[3]) {
    enum { THREADS_MAX = 1024, Z_MAX = 64 };
    const long threads = size[0] * size[1] * size[2];
    return threads > 1 && size[0] <= THREADS_MAX && size[1] <= THREADS_MAX && size[2] <= Z_MAX &&
           threads <= THREADS_MAX;
}

// Does the same line launch the same grid in other blocks in another case?
static bool block_follows_data(const LabResult *result, int entry, const RefusedLaunch *refused) {
    for (int i = 0; i < result->case_count; i++) {
        const CaseResult *x = &result->cases[i];
        if (x->key.entry != entry) continue;
        for (int k = 0; k < x->records.launch_count; k++) {
            const LaunchRecord *l = &x->records.launches[k];
            if (l->place.line == refused->place.line && same_size(l->grid, refused->grid) &&
                !same_size(l->block, refused->block))
                return true;
        }
    }
    return false;
}

static bool say_exchanged(Cause *cause, const LabResult *result, int entry, const Records *records,
                          const Finding *f) {
    const RefusedLaunch *refused = records->refused_count ? &records->refused[0] : NULL;
    if (!refused || !refused->place.line || refused->place.line != f->place.line ||
        !may_be_block(refused->grid) || !block_follows_data(result, entry, refused))
        return false;
    memset(cause, 0, sizeof *cause);
    cause->todo = cause->example = -1;
    cause->known = true;
    cause->place = f->place;
    snprintf(
        cause->what, sizeof cause->what,
        "Grid and block stand in each other's place: the grid is %ld x %ld x %ld blocks at every size, and the block "
        "grows with the data.",
        refused->grid[0], refused->grid[1], refused->grid[2]);
    snprintf(cause->next, sizeof cause->next,
             "In <<<grid, block>>> the number of blocks comes first, then the threads of a block.");
    return true;
}

// Along which the size is refused; -1: along none alone.
static int axis_of(const Finding *f) {
    for (int axis = 0; axis < 3; axis++)
        if (tells(f, FOUND_ALONG_X << axis)) return axis;
    return -1;
}

void explain_refusal_of(Cause *cause, const LabResult *result, int entry, const Records *records,
                        const Finding *f) {
    const char *source_path = result->source_path;
    const bool grid = tells(f, FOUND_GRID), block = tells(f, FOUND_BLOCK);
    if (strcmp(f->check, "launch") || !in_student_file(&f->place, source_path) || (!block && !grid) ||
        (block && say_exchanged(cause, result, entry, records, f)) || cause->known)
        return;
    const int line = block ? line_of_block_size(source_path, f->place.line)
                           : line_of_launch_size(source_path, f->place.line, axis_of(f));
    cause->known = true;
    cause->place = f->place;
    if (line && line != f->place.line) cause->place.line = line, cause->place.column = 0;
    snprintf(cause->what, sizeof cause->what, "The size of the %s is set here.", block ? "block" : "grid");
    blame_torn_text(cause, source_path, f->place.line);
    if (cause->other.line)
        snprintf(cause->what, sizeof cause->what, "The size of the %s comes from here.",
                 block ? "block" : "grid");
}

void say_refused_launch(const LabResult *result, CaseResult *c) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    Cause *cause = &c->cause;
    if (!f) return;
    explain_refusal_of(cause, result, c->key.entry, &c->records, f);
    if (!strcmp(f->check, "launch") && in_student_file(&f->place, result->source_path) && c->trivial &&
        tells(f, FOUND_GRID | FOUND_EMPTY))
        snprintf(cause->next, sizeof cause->next,
                 "There is nothing to compute at this size: return before the launch, or launch one block.");
}

// A race inside a warp from one step of a loop to the next.
#include "grader/grading/missing_syncwarp.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/lines.h"
#include "grader/grading/blamed_todo.h"

enum { WARP = 32 };

// In which warp of its block a thread is; -1: not known.
static long warp_of(const Records *r, const ThreadPlace *who) {
    const LaunchRecord *l = r->launch_count ? &r->launches[r->launch_count - 1] : NULL;
    if (!l || !who->known) return -1;
    return ((who->thread[2] * l->block[1] + who->thread[1]) * l->block[0] + who->thread[0]) / WARP;
}

static bool of_one_warp(const Records *r, const Finding *f) {
    const long warp = warp_of(r, &f->who);
    return warp >= 0 && warp == warp_of(r, &f->other_who) &&
           !memcmp(f->who.block, f->other_who.block, sizeof f->who.block);
}

static bool has_syncwarp(const char *text, size_t begin, size_t end) {
    const char *found = strstr(text + begin, "__syncwarp(");
    return found && found < text + end;
}

bool say_missing_syncwarp(CaseResult *c, const Finding *f, const char *text, int low, int high) {
    size_t begin, last, behind;
    Cause *cause = &c->cause;
    if (!of_one_warp(&c->records, f) || !find_line(text, low, &begin, &behind) ||
        !find_line(text, high, &last, &behind))
        return false;
    const size_t loop = loop_around(text, begin, last), end = loop ? loop_end(text, loop) : 0;
    if (end <= last || !has_syncwarp(text, begin, last) || has_syncwarp(text, last, end) ||
        has_syncwarp(text, loop, begin))
        return false;
    cause->known = true;
    cause->place = f->place;
    cause->place.line = line_at(text, end);
    cause->place.column = 0;
    cause->todo = -1;
    cause->lacks = PART_MARCH;
    snprintf(
        cause->what, sizeof cause->what,
        "In the next step, line %d can run before the other lanes of the warp have finished line %d: the lanes of a warp wait for "
        "each other at a __syncwarp() alone, and from line %d to the end of the loop there is none. Put one here, above line %d.",
        low, high, high, cause->place.line);
    snprintf(cause->next, sizeof cause->next, "Put it where every lane of the warp reaches it.");
    return true;
}

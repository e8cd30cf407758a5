// Two blocks that compute the same point: which condition should have kept the thread at the edge of one of them away.
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Is it made in a function that asks of several indices? Then its caller says which one must be how large.
static bool is_shared_helper(const Witnessed *w, const WGuard *g) {
    const SourcePlace *own = site_place(w, g->site);
    if (!own || !site_caller(w, g->site) || site_caller(w, g->site) == own->line) return false;
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *other = &w->guard[w->focus.guard + i];
        const SourcePlace *place = site_place(w, other->site);
        if (place && place->line == own->line && (other->depends & 63u) != (g->depends & 63u)) return true;
    }
    return false;
}

void explain_overlap(Cause *cause, const Finding *f, const ThreadPlace *edge, const char *text, size_t size) {
    Witnessed w;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!text || !witnessed_read(&w, text, size)) return;
    const WGuard *g = guard_at_edge(&w, edge);
    cause->place = g ? *guard_place(&w, g) : f->place;
    if (g && is_shared_helper(&w, g)) {
        cause->place.line = site_caller(&w, g->site);
        cause->place.column = 0;
    }
    SAY(what,
        "Two blocks compute the same point. Thread (%ld,%ld,%ld) stands at the edge of its block: the point is the other block's.",
        edge->thread[0], edge->thread[1], edge->thread[2]);
    SAY(route, g ? "This condition should keep such threads away." : "No condition keeps such threads away.");
    SAY(next,
        "Only threads inside the tile compute: the outermost ones, at both ends of each axis, are halo.");
    cause->known = cause->place.line > 0;
    witnessed_free(&w);
}

// An access in a loop that leaves its memory only in the last rounds: mostly what is loaded ahead of its use.
#include "grader/cause/loop_access.h"

#include "grader/cause/difference.h"
#include "grader/cause/loop_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Do the rounds go from one point to the next one along an axis, or to that of the next block or grid? Where they go further an index
// is computed wrongly, and that it was inside at first says nothing.
static bool moves_on_by_neighbours(const Explained *e, const Witnessed *w) {
    const LabParam *output = &e->data->entry->params[e->data->entry->output];
    const WLaunch *l = w->launches ? &w->launch[w->launches - 1] : NULL;
    long stride = (long)element_size(output->type);
    for (int axis = 0; axis < cell_axes(e->data); axis++) {
        const long block = l ? l->block[axis] : 1, grid = l ? l->grid[axis] * block : 1;
        if (w->round_bytes == stride || w->round_bytes == stride * block || w->round_bytes == stride * grid)
            return true;
        stride *= cell_extent(e->data, axis);
    }
    return false;
}

// The line of the access where that stands in a loop, else the one that calls its function there.
static int line_in_loop(const Explained *e, const Finding *f, const Witnessed *w) {
    const int lines[] = {f->place.line, f->call_line, site_caller(w, w->round_site)};
    for (size_t i = 0; i < sizeof lines / sizeof *lines && e->source_path; i++)
        if (lines[i] && line_of_loop(e->source_path, lines[i])) return lines[i];
    return f->place.line;
}

// Of a loop that has made no round before: its condition, where that lets through one or two more. Of a wide access no
// element is known: there an index that counts something else is as likely.
static const WGuard *condition_of_last_round(const Explained *e, const Finding *f, const Witnessed *w) {
    const int line = line_in_loop(e, f, w),
              loop = e->source_path ? line_of_inner_loop(e->source_path, line) : 0;
    for (int i = 0; i < w->focus.guards && loop && f->room; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        const SourcePlace *place = guard_place(w, g);
        if (place && place->line == loop && g->held && !g->equality && g->left > 0 && g->left < g->right &&
            g->right - g->left <= 2)
            return g;
    }
    return NULL;
}

bool is_past_in_last_rounds(const Explained *e, const Finding *f, const Witnessed *w) {
    if (!tells(f, FOUND_GLOBAL | FOUND_PAST_END)) return false;
    const int loop = e->source_path ? line_of_inner_loop(e->source_path, line_in_loop(e, f, w)) : 0;
    if (loop && loop_is_of_constants(e->source_path, loop))
        return false; // it is not its rounds that are too many
    return w->rounds ? moves_on_by_neighbours(e, w) : condition_of_last_round(e, f, w) != NULL;
}

bool say_first_round(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w) {
    const int line = line_in_loop(e, f, w),
              loop = e->source_path ? line_of_inner_loop(e->source_path, line) : 0;
    if (!loop || !loop_asks_at_its_end(e->source_path, loop)) return false;
    cause->place = f->place;
    if (line != f->place.line) cause->place.line = line, cause->place.column = 0;
    SAY(what,
        "It is the first round of a loop that asks at its end whether there is another one (line %d): nothing asks before this "
        "access whether its element is there.",
        loop);
    SAY(next,
        "Does a round do more than one step of the march? Then the second one needs a condition of its own.");
    return true;
}

void say_last_rounds(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w) {
    const int line = line_in_loop(e, f, w);
    cause->place = f->place;
    if (line != f->place.line) {
        cause->other = f->place;
        SAY(other_what, "The access is here");
        cause->place.line = line;
        cause->place.column = 0;
    }
    SAY(what, "Only the last rounds of its loop go past the end: ");
    if (w->rounds) {
        SAY(what, "in the %s before this one the thread stayed inside.", w->rounds == 1 ? "round" : "rounds");
    } else {
        SAY(what, "in the loop's condition ");
        guard_sides(condition_of_last_round(e, f, w), cause->what, sizeof cause->what);
        SAY(what, ".");
    }
    if (tells(f, FOUND_WRITES))
        SAY(next, "Does the loop make a round too many, or does this store need a condition of its own?");
    else
        SAY(next, "A load ahead of its use needs a condition of its own: in the last rounds there is nothing "
                  "left to load. If it is none, the loop makes a round too many.");
}

// A word of shared memory that nobody wrote, because the thread whose place it is had left the kernel: where it left.
#include <string.h>

#include "grader/cause/decides.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static const WFill *fill_of(const Study *s, const WStep *filled) {
    for (int i = 0; i < s->w.fills; i++)
        if (!strcmp(s->w.fill[i].name, filled->name) && s->w.fill[i].width >= 4) return &s->w.fill[i];
    return NULL;
}

// Which word that thread fills, given that `filled` is what another one does.
static long word_of(const WFill *f, const WStep *filled, const WThread *who) {
    long element = 0;
    for (int axis = 0; axis < 3; axis++)
        element += f->step[axis] * (who->thread[axis] - filled->who.thread[axis]);
    return filled->index + element * (f->width / 4);
}

// A thread that leaves below the place where it was to fill had come by it before, unless that is in a loop.
static bool leaves_first(const Study *s, const WStep *filled, int fills, int leaves) {
    const int caller = site_caller(&s->w, filled->site), line = caller ? caller : fills;
    return leaves <= line || line_of_loop_over(s->source_path, line);
}

bool say_ended(Cause *cause, const Study *s, const Blame *b) {
    const WFactor *word = unwritten_shared_word(s);
    const WFill *fill = word && b->filled ? fill_of(s, b->filled) : NULL;
    for (int i = 0; fill && i < s->w.ends; i++) {
        const WEnd *end = &s->w.end[i];
        const SourcePlace *place = site_place(&s->w, end->site);
        if (!place || !in_student_file(place, s->source_path) ||
            word_of(fill, b->filled, &end->who) != word->index ||
            !leaves_first(s, b->filled, cause->place.line, place->line))
            continue;
        const SourcePlace fills = cause->place;
        cause->place = *place;
        cause->filler_known = true;
        cause->other = fills;
        SAY(other_what, "It was to be filled here");
        SAY(route,
            "Thread (%d,%d,%d) is the one whose place that is. It has left the kernel at this line, and fills nothing.",
            end->who.thread[0], end->who.thread[1], end->who.thread[2]);
        SAY(next,
            "Let no thread return before the block has filled its shared memory for the last time: put the condition "
            "around what it is not to do.");
        return true;
    }
    return false;
}

// How a wrong value came to where it is used: what should have stored another one, and where its index was computed.
#include <string.h>

#include "grader/cause/condition_line.h"
#include "grader/cause/sentences.h"
#include "grader/cause/unread.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The word was to be replaced by a thread that is no longer there.
static bool say_left(Cause *cause, const Study *s, const Blame *b) {
    const SourcePlace *place = site_place(&s->w, b->left);
    if (!place || !in_student_file(place, s->source_path)) return false;
    cause->other = cause->place;
    SAY(other_what, "It is used here");
    cause->place = *place;
    SAY(route,
        "This value was right in an earlier step, and nothing has replaced it since: the thread that stored it has left "
        "the kernel at this line, and loads nothing for the later ones.");
    SAY(next,
        "Let no thread of the block return inside the march: put the condition around what it is not to do, and let all "
        "go on to the next barrier.");
    return true;
}

// Not the line that fills is wrong where a condition keeps threads away from it. Says what the sentence about it begins with.
static const char *move_to_guard(Cause *cause, const Study *s) {
    const int line = in_student_file(&cause->place, s->source_path)
                         ? condition_over(s->source_path, cause->place.line)
                         : 0;
    if (!line || line == cause->place.line || cause->other.line) return "This line";
    cause->other = cause->place;
    SAY(other_what, "It is filled here, behind that condition");
    cause->place.line = line;
    cause->place.column = 0;
    return "What stands behind this condition";
}

void say_route(Cause *cause, const Study *s, const Blame *b) {
    if (say_left(cause, s, b)) return;
    if (b->filled && say_lies_elsewhere(cause, s, b)) return;
    if (b->filled && say_ended(cause, s, b)) return;
    if (b->filled) {
        const int *t = b->filled->who.thread;
        const char *filler = move_to_guard(cause, s);
        const WFactor *f = element_factor(&s->w, &s->w.term[s->main.got]);
        if (is_threads_own(f))
            SAY(route,
                "No other thread can fill it. Which loop of this one should, and does it come to the last element "
                "that is used here?");
        else if (b->filled->index == f->index)
            SAY(route,
                "%s should fill it: elsewhere, thread (%d,%d,%d) writes that element. Which threads cannot reach it here?",
                filler, t[0], t[1], t[2]);
        else
            SAY(route, "%s fills `%s`. Which threads do not execute it, although they should?", filler,
                f->name);
        cause->filler_known = b->filled->index == f->index;
        cause->filler_unknown = !cause->filler_known && !is_threads_own(f);
        SAY(next, "Every element that is used later must be written, those of the halo too.");
        const SourcePlace *use = b->use && !cause->other.line ? site_place(&s->w, b->use->site) : NULL;
        if (!use || use->line == cause->place.line) return;
        cause->other = *use;
        SAY(other_what, "It is used here");
        return;
    }
    if (b->stale && say_stale(cause, s)) return;
    if (b->origin && b->origin != b->step) {
        const SourcePlace *p = site_place(&s->w, b->origin->site);
        const SourcePlace *own = site_place(&s->w, b->site);
        if (p && own && (p->line != own->line || strcmp(p->file, own->file))) {
            cause->other = *p;
            SAY(other_what, "It was loaded here");
        }
    }
}

// The index was computed on another line than the access that uses it.
void say_parting(Cause *cause, const Study *s, const Blame *b) {
    const SourcePlace *place = site_place(&s->w, b->parting);
    // Inside a function whose call is blamed the index is computed as it is told to.
    if (!place || place->line == cause->place.line || site_caller(&s->w, b->parting) == cause->place.line)
        return;
    cause->other = cause->place;
    cause->other_what[0] = 0;
    SAY(other_what, "It is used here");
    cause->place = *place;
    if (say_used_too_early(cause, s->source_path)) return;
    SAY(route, "The index of this value is computed here, otherwise than that of any value that is right.");
}

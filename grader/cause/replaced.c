// Values that are right in the first plane of a march and wrong in all others: what goes wrong is how they are replaced for
// the next plane, behind their use, or that they are not.
#include <string.h>

#include "grader/cause/move_line.h"
#include "grader/cause/sentences.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The load from shared memory by which a term came to the sum; NULL: it came otherwise.
static const WStep *shared_load(const Study *s, int term) {
    const WTerm *t = term < 0 ? NULL : &s->w.term[term];
    for (int i = 0; t && i < t->steps; i++) {
        const WStep *step = &s->w.step[t->step + i];
        if (step->kind == STEP_LOAD) return strcmp(step->space, "shared") ? NULL : step;
    }
    return NULL;
}

// The other term of the lab that is read from the very element of shared memory that the wrong one is; -1: there is none.
static int term_of_same_word(const Study *s) {
    const WStep *own = shared_load(s, s->main.got);
    const StudyCell *x = &s->cell[s->example];
    for (int k = 0; own && k < s->entry->term_count; k++) {
        const WStep *other = k == s->main.term ? NULL : shared_load(s, x->d.matched[k]);
        if (other && !strcmp(own->name, other->name) && own->index == other->index) return k;
    }
    return -1;
}

static bool only_first_is_right(const Study *s) {
    bool later = s->marches && s->main.kind == DIFFERS_ELEMENT;
    for (int i = 0; i < s->count && later; i++)
        if (s->cell[i].todo && s->cell[i].written && s->cell[i].has != (s->cell[i].step > 0)) later = false;
    return later;
}

// Where the wrong term joins the sum.
static int using_line(const Study *s) {
    const int site = joining_site(s, s->main.got);
    const SourcePlace *place = site_place(&s->w, site);
    return place && in_student_file(place, s->source_path) ? place->line : 0;
}

// The term of the lab that has the element that the wrong one has got; -1: there is none.
static int term_of_same_element(const Study *s) {
    for (int k = 0; k < s->entry->term_count && s->main.source == SOURCE_ELEMENT; k++) {
        const LabTerm *t = &s->entry->terms[k];
        for (int f = 0; f < t->factor_count && k != s->main.term; f++)
            if (t->factor[f].of_cell && !memcmp(t->factor[f].offset, s->main.at, sizeof s->main.at)) return k;
    }
    return -1;
}

static void take_move(Cause *cause, int line) {
    cause->other = cause->place;
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    cause->place.line = line;
    cause->place.column = 0;
}

// What a variable holds was overwritten before it was moved on. False: it is not so.
static bool say_late_move(Cause *cause, const Study *s, bool shared) {
    MoveLine late, before;
    bool round;
    if (term_of_same_element(s) < 0 ||
        !find_late_move(s->source_path, cause->place.line, &late, &before, &round))
        return false;
    take_move(cause, late.line);
    cause->other.line = before.line;
    cause->other.column = 0;
    SAY(other_what, "`%s` is overwritten here", before.to);
    SAY(route, "This line moves `%s` on to `%s`, but too late: `%s` is overwritten before, in line %d.",
        late.from, late.to, late.from, before.line);
    if (shared) SAY(route, " From then on two names stand for one %s.", march_step(s));
    if (round)
        SAY(next, "Keep `%s` in another variable before `%s = %s;`, and give that to `%s`.", late.from,
            before.to, before.from, late.to);
    else
        SAY(next, "`%s = %s;` must come before `%s = %s;`.", late.to, late.from, before.to, before.from);
    return true;
}

// Two names stand for one plane, since the one whose plane was taken over has never got another one. False: it is not so.
static bool say_shared_move(Cause *cause, const Study *s, int same) {
    MoveLine move;
    if (same < 0 || !find_shared_move(s->source_path, cause->place.line, &move)) return false;
    take_move(cause, move.line);
    SAY(other_what, "It is used here");
    SAY(route,
        "From this line on two names stand for one %s: `%s` takes that of `%s`, and nothing gives `%s` another one. The terms "
        "for %s and %s are read from the same element of shared memory.",
        march_step(s), move.to, move.from, move.from, s->entry->terms[s->main.term].name,
        s->entry->terms[same].name);
    SAY(next,
        "Which %s is free after a step? The next load must go there: keep it before it is overwritten, and give it to `%s`.",
        march_step(s), move.from);
    return true;
}

void blame_replacement(Cause *cause, const Study *s) {
    if (!in_student_file(&cause->place, s->source_path) || !only_first_is_right(s)) return;
    const int same = term_of_same_word(s);
    if (say_late_move(cause, s, same >= 0) || say_shared_move(cause, s, same)) return;
    int used = cause->place.line, line = line_of_replacement(s->source_path, used);
    if (!line && same >= 0) line = line_of_replacement(s->source_path, used = using_line(s));
    const int alias = same >= 0 ? line_of_aliasing(s->source_path, using_line(s)) : 0;
    if (alias) line = alias;
    if (!line) return;
    cause->other = cause->place;
    cause->other.line = used;
    cause->other_what[0] = 0;
    SAY(other_what, "It is used here");
    cause->place.line = line;
    cause->place.column = 0;
    SAY(route,
        "The first %s that each thread computes is right, and later ones are wrong: this line "
        "updates the value for the next %s.",
        march_step(s), march_step(s));
    if (same >= 0) {
        SAY(route,
            " From then on the terms for %s and %s are read from the same element of shared memory: two names stand for one "
            "%s.",
            s->entry->terms[s->main.term].name, s->entry->terms[same].name, march_step(s));
        SAY(next, "Which %s is free after a step? The next load must go there.", march_step(s));
    } else {
        SAY(next, "In which order are the %ss shifted, and which of them does the next step need?",
            march_step(s));
    }
}

bool say_stale(Cause *cause, const Study *s) {
    const bool known = in_student_file(&cause->place, s->source_path) && s->marches;
    const int line = known ? line_of_next_step(s->source_path, cause->place.line) : 0;
    cause->stale = true;
    SAY(route,
        "This value was right for an earlier point of the same thread, and nothing has replaced it since.");
    SAY(next,
        "At the end of each step, shift the values: each takes the value of the one after it, as in previous = "
        "current; current = next;");
    if (!line) return false;
    cause->other = (SourcePlace){.line = line};
    SAY(other.file, "%s", cause->place.file);
    SAY(other_what, "Another value is replaced here for the next step, and this one is not");
    return true;
}

// A word of shared memory that nobody wrote, while the value that belongs there lies in another one: the index is wrong.
#include <string.h>

#include "grader/cause/element_name.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool same_block(const WThread *a, const WThread *b) {
    return a->launch == b->launch && !memcmp(a->block, b->block, sizeof a->block);
}

// Where the element was put last; NULL: nowhere, or something else has come there since.
static const WHeld *holder_of(const Study *s, const WFactor *word, const char *buffer, long element) {
    const WHeld *found = NULL;
    for (int i = 0; i < s->w.holds; i++) {
        const WHeld *h = &s->w.held[i];
        if (!same_block(&h->who, &word->who) || strcmp(h->name, word->name)) continue;
        if (!strcmp(h->buffer, buffer) && h->element == element)
            found = h;
        else if (found && h->index == found->index)
            found = NULL;
    }
    return found;
}

// The line in the kernel by which a store is made: its own, or the one that calls the helper with it.
static int made_by(const Study *s, int site) {
    const SourcePlace *place = site_place(&s->w, site);
    const int caller = site_caller(&s->w, site);
    return caller ? caller : place ? place->line : 0;
}

// Some term of the example is right, and came through that array: the line by which the array is filled as it is meant to be; -1: by
// several, or it is not known; 0: none is right.
static int filled_as_meant(const Study *s, const char *name) {
    const Differences *d = &s->cell[s->example].d;
    int line = 0;
    bool loaded = false;
    for (int i = 0; i < s->entry->term_count; i++) {
        const WTerm *t = d->matched[i] >= 0 ? &s->w.term[d->matched[i]] : NULL;
        for (int k = 0; t && k < t->steps; k++) {
            const WStep *step = &s->w.step[t->step + k];
            if (strcmp(step->space, "shared") || strcmp(step->name, name)) continue;
            loaded |= step->kind == STEP_LOAD;
            const int by = step->kind == STEP_STORE ? made_by(s, step->site) : line;
            line = !line || line == by ? by : -1;
        }
    }
    return line ? line : -loaded;
}

const WFactor *unwritten_shared_word(const Study *s) {
    const WFactor *word = element_factor(&s->w, &s->w.term[s->main.got]);
    return word && !strcmp(word->space, "shared") ? word : NULL;
}

// What another line puts into the array is found where it is looked for: so this line's index is wrong, not that of who reads.
static void say_filled_wrongly(Cause *cause, const Study *s, const WHeld *held, int meant, int by) {
    cause->other = cause->place;
    cause->place.line = by, cause->place.column = 0;
    cause->sure = true; // marches of another length may begin with the right element by chance
    SAY(other_what, "It is looked for here");
    SAY(route, "The value that belongs there lies in `");
    name_memory(s->data, &s->w, "shared", held->name, held->index, cause->route, sizeof cause->route);
    SAY(route,
        "`, where thread (%d,%d,%d) has put it by this line. What line %d puts into the array is found where it is looked for: so the "
        "index that this line fills is the wrong one.",
        held->who.thread[0], held->who.thread[1], held->who.thread[2], meant);
    SAY(next,
        "Work out by hand which element line %d fills for some step, and which one this line fills for its own.",
        meant);
}

bool say_lies_elsewhere(Cause *cause, const Study *s, const Blame *b) {
    const WFactor *word = unwritten_shared_word(s);
    int input;
    const long element = s->main.term >= 0 ? expected_element(s->data, &s->entry->terms[s->main.term],
                                                              s->cell[s->example].place, &input)
                                           : -1;
    if (element < 0 || !word || !b->use) return false;
    const WHeld *held = holder_of(s, word, s->entry->params[input].name, element);
    const SourcePlace *use = site_place(&s->w, b->use->site);
    const int meant = filled_as_meant(s, word->name), by = held ? made_by(s, held->site) : 0;
    if (!held || held->index == word->index || !use || !in_student_file(use, s->source_path) || !meant)
        return false;
    cause->place = *use;
    if (meant > 0 && by && by != meant) {
        say_filled_wrongly(cause, s, held, meant, by);
        return true;
    }
    SAY(route, "The value that belongs there lies in `");
    name_memory(s->data, &s->w, "shared", held->name, held->index, cause->route, sizeof cause->route);
    SAY(route,
        "`, where thread (%d,%d,%d) has put it. So the array is filled, and the index in this line leads to another "
        "element.",
        held->who.thread[0], held->who.thread[1], held->who.thread[2]);
    SAY(next,
        "How many elements lie between two rows of the array, and between two planes? They are as long as the array was "
        "declared.");
    return true;
}

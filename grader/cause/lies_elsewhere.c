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

// Some term of the example is right, and came through that array: it is filled as it is meant to be.
static bool is_filled_as_meant(const Study *s, const char *name) {
    const Differences *d = &s->cell[s->example].d;
    for (int i = 0; i < s->entry->term_count; i++) {
        const WTerm *t = d->matched[i] >= 0 ? &s->w.term[d->matched[i]] : NULL;
        for (int k = 0; t && k < t->steps; k++) {
            const WStep *step = &s->w.step[t->step + k];
            if (step->kind == STEP_LOAD && !strcmp(step->space, "shared") && !strcmp(step->name, name))
                return true;
        }
    }
    return false;
}

const WFactor *unwritten_shared_word(const Study *s) {
    const WFactor *word = element_factor(&s->w, &s->w.term[s->main.got]);
    return word && !strcmp(word->space, "shared") ? word : NULL;
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
    if (!held || held->index == word->index || !use || !in_student_file(use, s->source_path) ||
        !is_filled_as_meant(s, word->name))
        return false;
    cause->place = *use;
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

// Tries small changes on a case that is right: one with which it stays right, and less is stored, or loaded, is where needless work begins.
#include "grader/grading/needless_work.h"

#include <stdlib.h>
#include <string.h>

#include "grader/grading/edit_variants.h"
#include "grader/grading/replace_file.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { MOST_COLLECTED = 2000, MOST_TRIED = 160 };

// What is needless: its bytes as they are, and with a change.
static double bytes_of(const CaseResult *c, NeedlessWork kind) {
    const uint64_t *value = c->records.sum.value;
    return (double)(kind == NEEDLESS_STORES
                        ? value[COUNTER_global_store_bytes] + value[COUNTER_global_atomic_bytes]
                        : value[COUNTER_global_load_bytes]);
}

static double bytes_with(const TriedWork *work, NeedlessWork kind) {
    return (double)(kind == NEEDLESS_STORES ? work->stored_bytes : work->loaded_bytes);
}

// How soon an edit is tried; 0: not at all. Where something begins, ends or goes on makes the difference between once and twice; an
// end is a sum more often than a variable, "first + DEPTH", one less. What is stored elsewhere is stored as often.
static int turn_of(const Edit *edit, int store) {
    switch (edit->kind) {
    case EDIT_COMPARISON:
    case EDIT_PACE:
    case EDIT_LIMIT:
    case EDIT_ROUNDED_UP: return 1;
    case EDIT_SHIFT: return (strchr(edit->word, '+') || strchr(edit->word, '-')) && edit->line != store;
    case EDIT_NUMBER: return edit->line != store;
    case EDIT_JOIN:
    case EDIT_CONDITION: return 2;
    case EDIT_SIGN:
    case EDIT_AXIS: return edit->line != store ? 2 : 0;
    default: return 0;
    }
}

static void keep_in_turn(Edits *edits, int store) {
    Edit *kept = calloc((size_t)edits->count + 1, sizeof *kept);
    int count = 0;
    for (int turn = 1; turn <= 2 && kept; turn++)
        for (int i = 0; i < edits->count && count < MOST_TRIED; i++)
            if (edits->list[i].text && turn_of(&edits->list[i], store) == turn) {
                kept[count++] = edits->list[i];
                edits->list[i].text = NULL;
            }
    for (int i = 0; i < edits->count; i++) free(edits->list[i].text);
    if (count) memcpy(edits->list, kept, (size_t)count * sizeof *kept);
    edits->count = count;
    free(kept);
}

// The likeliest edit with which the case is right, and stores less than it does; of loads the one that saves most, for many a change spares
// a few at the edge. *bytes: what is left. NULL: there is none.
static const Edit *find_saving(const Explaining *x, const CaseResult *right, NeedlessWork kind,
                               const Edits *edits, EditVariants *v, double *bytes) {
    const TriedCases cases = {.list = {right}, .count = 1, .failing = 1};
    const Edit *found = NULL;
    TriedWork *work = calloc((size_t)edits->count + 1, sizeof *work);
    Trials t = edit_variants_trials(v, edits->count);
    t.work = work;
    if (t.alive && work && run_trials(&t, x->plan, x->result, &cases))
        for (int i = 0; i < edits->count && !(found && kind == NEEDLESS_STORES); i++)
            // With another size of the tile less is loaded, too.
            if (t.alive[i] && !(kind == NEEDLESS_LOADS && edits->list[i].at_definition) &&
                bytes_with(&work[i], kind) < (found ? *bytes : bytes_of(right, kind))) {
                found = &edits->list[i];
                *bytes = bytes_with(&work[i], kind);
            }
    free(t.alive), free(work);
    return found;
}

static void blame_saving(Cause *cause, NeedlessWork kind, const Edit *edit, double before, double now) {
    const bool stores = kind == NEEDLESS_STORES;
    if (edit->line != cause->place.line) {
        cause->other = cause->place;
        cause->other_what[0] = 0;
        SAY(other_what, stores ? "Most stores are those of this line" : "Most loads are those of this line");
    }
    cause->place.line = edit->line;
    cause->place.column = edit->column;
    cause->what[0] = cause->next[0] = 0;
    say_edit(edit, cause->what, sizeof cause->what);
    SAY(what, " So they are without the change; but %.2g %% of what is %s %s needlessly.",
        100 * (1 - now / before), stores ? "stored is" : "loaded from global memory is",
        stores ? "stored" : "loaded");
    SAY(next, "%s", edit_advice(edit));
    cause->symptom = false;
}

bool explain_needless_work(Explaining *x, const CaseResult *right, NeedlessWork kind, Cause *cause) {
    const int lines[SUSPECTED_LINES] = {cause->place.line};
    EditVariants v;
    Edits edits;
    size_t size;
    double bytes = 0;
    bool saved = false;
    char *text = read_whole_file(x->result->source_path, &size);
    if (text && compiled_plain(x) && edits_of(&edits, text, NULL, lines, MOST_COLLECTED)) {
        keep_in_turn(&edits, cause->place.line);
        const bool compiled = edit_variants_compile(&v, &x->plain, &edits, text);
        const Edit *edit = compiled ? find_saving(x, right, kind, &edits, &v, &bytes) : NULL;
        if (edit) blame_saving(cause, kind, edit, bytes_of(right, kind), bytes);
        saved = edit != NULL;
        edit_variants_free(&v);
        edits_free(&edits);
    }
    free(text);
    return saved;
}

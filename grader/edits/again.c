// A value that is loaded before a loop and used in each of its steps: loaded again at the beginning of each.
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { ROOM = 600, STATEMENTS = 6, LIKELY = 3 };

// for (TYPE variable = first; ...) { ... }: where its parts stand in the text. `variable` and `first` are -1 where it declares none that
// begins with a single word.
typedef struct {
    int variable, first, open, end;
} Loop;

static bool read_loop(const Editing *e, int i, Loop *l) {
    if (!lexeme_is(&e->x, i, "for") || !lexeme_is(&e->x, i + 1, "(")) return false;
    l->open = e->x.list[i + 1].mate + 1;
    if (l->open <= i + 1 || !lexeme_is(&e->x, l->open, "{")) return false;
    l->end = e->x.list[l->open].mate;
    l->variable = l->first = -1;
    for (int k = i + 2; k < l->open && !lexeme_is(&e->x, k, ";"); k++)
        if (lexeme_is(&e->x, k, "=") && lexeme_is(&e->x, k + 2, ";") && e->x.list[k + 1].kind == LEX_NAME)
            l->variable = k - 1, l->first = k + 1;
    return l->end > l->open;
}

static bool is_used(const Editing *e, const Loop *l, int name) {
    for (int k = l->open; k < l->end; k++)
        if (lexemes_equal(&e->x, k, name)) return true;
    return false;
}

// In each step, that is; what a loop within the step hands on begins where the step before has left it.
static bool is_set_again(const Editing *e, const Loop *l, int name) {
    for (int k = l->open + 1; k < l->end; k++) {
        if (lexeme_is(&e->x, k, "for")) k = statement_end_at(&e->x, k, l->end);
        if (k < l->end && lexemes_equal(&e->x, k, name) && is_set(e, k)) return true;
    }
    return false;
}

// In [begin, end), "TYPE a = ..., b = ...": the name of the first one, if it loads something and no step gives any of them another
// value; -1.
static int loaded_once(const Editing *e, const Loop *l, int begin, int end) {
    int name = -1;
    bool loads = false;
    for (int k = begin; k < end; k++) {
        const bool sets = lexeme_is(&e->x, k, "=") && e->x.list[k - 1].kind == LEX_NAME;
        if (sets && name < 0) name = k - 1;
        if (sets && (is_set_again(e, l, k - 1) || !is_used(e, l, k - 1))) return -1;
        loads |= lexeme_is(&e->x, k, "[") ||
                 (lexeme_is(&e->x, k, "(") && k > begin && e->x.list[k - 1].kind == LEX_NAME);
        if (e->x.list[k].mate > k && !lexeme_is(&e->x, k, "[") && !lexeme_is(&e->x, k, "(")) return -1;
        if (lexeme_is(&e->x, k, "const") || lexeme_is(&e->x, k, "__shared__")) return -1;
    }
    return loads && name > begin && e->x.list[name - 1].kind == LEX_NAME ? name : -1; // behind its type
}

// The words [name, end) as a statement, with the loop's variable where they have what it begins with.
static void append_again(const Editing *e, const Loop *l, int name, int end, char *text) {
    for (int k = name; k < end; k++) {
        const bool first =
            l->first >= 0 && lexemes_equal(&e->x, k, l->first) && !lexeme_is(&e->x, k - 1, ".");
        const int word = first ? l->variable : k;
        append(text, ROOM, "%.*s ", WORDS(e, word, word + 1));
    }
    append(text, ROOM, ";");
}

// Does the statement before, which ends at `end`, set the pointer that the words [name, last) load by: "const float *top = in + ...;"?
// That pointer's place; -1: it does not.
static int pointer_before(const Editing *e, const Loop *l, int end, int name, int last) {
    int at = end - 1;
    while (at > e->begin && !lexeme_is(&e->x, at, "=") && !lexeme_is(&e->x, at - 1, ";")) at--;
    const int pointer = at - 1;
    if (!lexeme_is(&e->x, end, ";") || !lexeme_is(&e->x, at, "=") || !lexeme_is(&e->x, pointer - 1, "*") ||
        is_set_again(e, l, pointer))
        return -1;
    for (int k = name; k < last; k++)
        if (lexemes_equal(&e->x, k, pointer)) return pointer;
    return -1;
}

// The words [name, end) at the beginning of the loop's body, behind those from `pointer` on where that is one.
static void put_again(Editing *e, const Loop *l, int name, int end, int pointer, int pointer_end) {
    char *text = calloc(1, ROOM);
    const int before = e->edits->count;
    if (!text) {
        e->failed = true;
        return;
    }
    append(text, ROOM, "{ ");
    if (pointer >= 0) append_again(e, l, pointer, pointer_end, text);
    append_again(e, l, name, end, text);
    if (strlen(text) + 1 == ROOM) { // it did not fit
        free(text);
        return;
    }
    add_edit(e, EDIT_AGAIN, l->open, l->open + 1, text, name);
    name_words(e, before, name, name + 1);
    make_likely(e, before, LIKELY + e->suspicion[name - e->begin] + given_rank(e, name));
}

void edit_again(Editing *e, int i) {
    Loop l;
    if (!read_loop(e, i, &l)) return;
    int end = i - 1;
    for (int n = 0; n < STATEMENTS && end > e->begin && lexeme_is(&e->x, end, ";"); n++) {
        int begin = end;
        while (begin - 1 > e->begin && !lexeme_is(&e->x, begin - 1, ";") &&
               !lexeme_is(&e->x, begin - 1, "{") && !lexeme_is(&e->x, begin - 1, "}"))
            begin--;
        const int name = loaded_once(e, &l, begin, end);
        const int pointer = name >= 0 ? pointer_before(e, &l, begin - 1, name, end) : -1;
        if (name >= 0) put_again(e, &l, name, end, -1, -1);
        if (pointer >= 0) put_again(e, &l, name, end, pointer, begin - 1);
        end = begin - 1;
    }
}

// An array of a thread's own with an element for each round of an inner loop, and none for each of the outer one: what one round of that
// keeps there the next one replaces. A guess from the text, of a value that came from the right column of another row or plane.
#include <stdlib.h>

#include "grader/c_text/loops.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/sentences.h"
#include "grader/cause/warp_ends.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    int declared;     // the array's name where it is declared
    int set;          // and where an element is set, in both loops
    int outer, inner; // what these loops count
} LackingIndex;

// "float NAME[ROWS];" or "float NAME[ROWS] = ...": no other index, and not shared.
static bool declares_row(const Lexemes *x, int i) {
    const int close = lexeme_is(x, i + 1, "[") ? x->list[i + 1].mate : -1;
    return close > 0 && x->list[i].kind == LEX_NAME && x->list[i - 1].kind == LEX_NAME &&
           !lexeme_is(x, i - 1, "return") && !lexeme_is(x, i - 2, "__shared__") &&
           (lexeme_is(x, close + 1, ";") || lexeme_is(x, close + 1, "=") || lexeme_is(x, close + 1, ","));
}

// What a loop "for (int r = 0; ...)" counts; -1: it is written otherwise.
static int counter_of(const Lexemes *x, const Loop *loop) {
    if (!lexeme_is(x, loop->head, "for")) return -1;
    for (int k = loop->condition; k < x->list[loop->condition].mate && !lexeme_is(x, k, ";"); k++)
        if (lexeme_is(x, k, "=")) return k - 1;
    return -1;
}

static bool has_name(const Lexemes *x, int from, int to, int name) {
    for (int k = from; k < to; k++)
        if (lexemes_equal(x, k, name)) return true;
    return false;
}

// Is the element at i set there, or through a reference, "float &last = NAME[r];", before `end`?
static bool is_set(const Lexemes *x, int i, int end) {
    const int close = x->list[i + 1].mate;
    if (lexeme_is(x, close + 1, "=")) return true;
    if (!lexeme_is(x, i - 1, "=") || !lexeme_is(x, i - 3, "&")) return false;
    for (int k = close; k < end; k++)
        if (lexemes_equal(x, k, i - 2) && lexeme_is(x, k + 1, "=")) return true;
    return false;
}

// An element of the array that is set in the inner loop, by what that counts alone. -1: there is none.
static int set_in(const Lexemes *x, int declared, const Loop *inner, int outer, int counter) {
    for (int i = inner->head; i < inner->end; i++) {
        if (!lexemes_equal(x, i, declared) || !lexeme_is(x, i + 1, "[") || lexeme_is(x, i - 1, ".")) continue;
        const int close = x->list[i + 1].mate;
        if (has_name(x, i + 2, close, counter) && !has_name(x, i + 2, close, outer) &&
            is_set(x, i, inner->end))
            return i;
    }
    return -1;
}

// Of all uses of the array: is it set outside of the loop, too, or read there?
static void look_outside(const Lexemes *x, int declared, const Loop *outer, bool *set, bool *read) {
    *set = *read = false;
    for (int i = 1; i < x->count; i++) {
        if (i == declared || (i > outer->head && i < outer->end) || !lexemes_equal(x, i, declared) ||
            !lexeme_is(x, i + 1, "["))
            continue;
        *(is_set(x, i, x->count) ? set : read) = true;
    }
}

// Is there a loop around this one that the array is declared before?
static bool is_within_loop(const Lexemes *x, int declared, const Loop *outer) {
    for (int i = declared; i < outer->head; i++) {
        Loop around;
        if (is_loop_word(x, i) && read_loop(x, i, &around) && around.end >= outer->end) return true;
    }
    return false;
}

// Is what an element holds used before it is set anew: of the element at `set`, or of the reference that is made there?
static bool is_used_first(const Lexemes *x, const Loop *inner, int set) {
    const bool direct = lexeme_is(x, x->list[set + 1].mate + 1, "=");
    const int name = direct ? set : set - 2;
    for (int i = direct ? inner->head : set + 1; i < inner->end; i++) {
        if (!lexemes_equal(x, i, name)) continue;
        if (direct ? i == set : lexeme_is(x, i + 1, "=")) return false;
        return true;
    }
    return false;
}

// What one round of the outer loop keeps is for others than that round: it is used behind the loop, or by the next time that the loop
// is gone through. What a march keeps for its next step is set before it, too.
static bool is_kept_for_later(const Lexemes *x, const Loop *outer, const Loop *inner, const LackingIndex *f) {
    bool set, read;
    look_outside(x, f->declared, outer, &set, &read);
    return !set && (read || (is_within_loop(x, f->declared, outer) && is_used_first(x, inner, f->set)));
}

static bool find_in_loop(const Lexemes *x, const Loop *outer, LackingIndex *found) {
    found->outer = counter_of(x, outer);
    for (int i = outer->condition; i < outer->end && found->outer >= 0; i++) {
        Loop inner;
        if (!is_loop_word(x, i) || !read_loop(x, i, &inner) || (found->inner = counter_of(x, &inner)) < 0)
            continue;
        for (found->declared = 1; found->declared < x->count; found->declared++) {
            const bool own =
                found->declared > outer->head && found->declared < outer->end; // anew in each round
            if (own || !declares_row(x, found->declared)) continue;
            found->set = set_in(x, found->declared, &inner, found->outer, found->inner);
            if (found->set >= 0 && is_kept_for_later(x, outer, &inner, found)) return true;
        }
    }
    return false;
}

void say_lacking_index(Cause *cause, const Study *s) {
    const int side = side_along_x(s);
    const Difference *d = &s->main;
    const bool possible = d->kind == DIFFERS_ELEMENT && d->source == SOURCE_ELEMENT && side &&
                          d->at[0] == side && (d->at[1] || d->at[2]) && s->source_path;
    LackingIndex found;
    Lexemes x;
    char *text = possible ? read_code_words(s->source_path, &x) : NULL;
    if (!text) return;
    bool any = false;
    for (int i = 0; i < x.count; i++) { // of loops in loops the last one, which is the closest
        Loop outer;
        LackingIndex here;
        if (!is_loop_word(&x, i) || !read_loop(&x, i, &outer) || !find_in_loop(&x, &outer, &here)) continue;
        found = here;
        any = true;
    }
    if (any) {
        const Lexeme *name = &x.list[found.declared], *round = &x.list[found.outer],
                     *row = &x.list[found.inner];
        cause->route[0] = cause->next[0] = cause->other_what[0] = 0;
        cause->place = cause->other = (SourcePlace){.line = name->line, .column = name->column};
        append(cause->place.file, sizeof cause->place.file, "%s", s->source_path);
        append(cause->other.file, sizeof cause->other.file, "%s", s->source_path);
        cause->other.line = x.list[found.set].line, cause->other.column = 0;
        SAY(route,
            "`%.*s` has an element for each `%.*s`, and the loop over `%.*s` in line %d goes through it again in each of its rounds: what "
            "one round has put there for later the next one replaces.",
            name->length, text + name->at, row->length, text + row->at, round->length, text + round->at,
            round->line);
        SAY(other_what, "It is set here");
        SAY(next, "Give it an index for `%.*s`, too.", round->length, text + round->at);
    }
    lexemes_free(&x);
    free(text);
}

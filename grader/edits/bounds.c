// Bounds that are one too many or one too few.
#include "grader/edits/editing.h"

// The end of what begins at i, up to a comma, a semicolon or the bracket that holds it.
int value_end(const Editing *e, int i) {
    static const char *const ends[] = {",", ";", ")", "]", "}", "{", "?", ":", NULL};
    while (i < e->end && !lexeme_is_any(&e->x, i, ends))
        i = e->x.list[i].mate > i ? e->x.list[i].mate + 1 : i + 1;
    return i;
}

static bool looks_at_thread(const Editing *e, int from, int to) {
    for (int i = from; i < to; i++)
        if (lexeme_is(&e->x, i, "threadIdx")) return true;
    return false;
}

// The call of a function of the file, whose own lines are changed: planes(first, n).
static bool is_own_call(const Editing *e, int i, int to) {
    if (e->x.list[i].kind != LEX_NAME || !lexeme_is(&e->x, i + 1, "(") || e->x.list[i + 1].mate != to - 1)
        return false;
    for (int k = 0; k + 1 < e->x.count; k++)
        if (lexemes_equal(&e->x, k, i) && lexeme_is(&e->x, k + 1, "(") &&
            lexeme_is(&e->x, e->x.list[k + 1].mate + 1, "{"))
            return true;
    return false;
}

// Has the sum a number in its midst, which is changed itself: n - 2 - first?
static bool has_inner_number(const Editing *e, int from, int to) {
    static const char *const signs[] = {"+", "-", NULL};
    for (int i = from + 1; i + 1 < to; i++) {
        if (e->x.list[i].mate > i) i = e->x.list[i].mate;
        if (e->x.list[i].kind == LEX_NUMBER && lexeme_is_any(&e->x, i - 1, signs) &&
            lexeme_is_any(&e->x, i + 1, signs))
            return true;
    }
    return false;
}

// Is it an argument of min() or max()?
static bool is_of_extreme(const Editing *e, int i) {
    int open = i - 1;
    if (!lexeme_is(&e->x, open, "(") && !lexeme_is(&e->x, open, ",")) return false;
    while (open > e->begin && !(lexeme_is(&e->x, open, "(") && e->x.list[open].mate > i) &&
           !lexeme_is(&e->x, open, ";"))
        open--;
    return lexeme_is(&e->x, open, "(") &&
           (lexeme_is(&e->x, open - 1, "min") || lexeme_is(&e->x, open - 1, "max"));
}

// A bound that is computed, "end = (b + 1) * DEPTH" or as an argument of min: with 1 more or less.
void edit_bound(Editing *e, int i) {
    const bool assigned =
        lexeme_is(&e->x, i - 1, "=") && e->x.list[i - 2].kind == LEX_NAME && type_of(e, i - 2) == TYPE_WHOLE;
    const bool argument = (lexeme_is(&e->x, i - 1, "(") &&
                           (lexeme_is(&e->x, i - 2, "min") || lexeme_is(&e->x, i - 2, "max"))) ||
                          (lexeme_is(&e->x, i - 1, "?") || lexeme_is(&e->x, i - 1, ":"));
    const int to = value_end(e, i), before = e->edits->count;
    if (to == i + 3 && e->x.list[i + 2].kind == LEX_NUMBER) return; // n - 1: see edit_number
    if (to == i + 1 && is_variable(e, i) && type_of(e, i) == TYPE_WHOLE && is_of_extreme(e, i)) {
        add_words(e, EDIT_SHIFT, i, to, i, "(%.*s - 1)", WORDS(e, i, to));
        add_words(e, EDIT_SHIFT, i, to, i, "(%.*s + 1)", WORDS(e, i, to));
    } else if ((assigned || argument) && to > i + 1 && !looks_at_thread(e, i, to) && !is_own_call(e, i, to) &&
               !has_inner_number(e, i, to)) {
        for (int by = -1; by <= 1; by += 2) {
            const int one = e->edits->count;
            add_words(e, EDIT_SHIFT, i, to, i, "%.*s %c 1", WORDS(e, i, to), by < 0 ? '-' : '+');
            name_words(e, one, i, to);
        }
    }
    make_likely(e, before, 1 + 3 * e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
}

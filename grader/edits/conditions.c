// Conditions that look at the wrong thing: at a number that was cut off before, at threads that others still need, or that go on with
// a number of their own.
#include "grader/edits/editing.h"
#include "grader/text/append.h"

static const char *const comparisons[] = {"<", "<=", ">", ">=", NULL};

// "x = min(a, b)" in front of i, of the variable at i: the bracket of min or max. -1: there is none.
static int cut_off_at(const Editing *e, int i) {
    for (int k = e->begin; k + 3 < i; k++)
        if (lexemes_equal(&e->x, k, i) && lexeme_is(&e->x, k + 1, "=") && lexeme_is(&e->x, k + 3, "(") &&
            (lexeme_is(&e->x, k + 2, "min") || lexeme_is(&e->x, k + 2, "max")))
            return k + 3;
    return -1;
}

// x = min(a, n - 1), and then a comparison of x with n: that of a.
void edit_clamped(Editing *e, int i) {
    const bool compared =
        lexeme_is_any(&e->x, i + 1, comparisons) || lexeme_is_any(&e->x, i - 1, comparisons);
    const int open = compared && is_variable(e, i) ? cut_off_at(e, i) : -1, before = e->edits->count;
    if (open < 0) return;
    const int close = e->x.list[open].mate;
    for (int from = open + 1, to = from; from < close; from = to + 1) {
        for (to = from; to < close && !lexeme_is(&e->x, to, ",");)
            to = e->x.list[to].mate > to ? e->x.list[to].mate + 1 : to + 1;
        if (to > from) add_words(e, EDIT_CLAMPED, i, i + 1, i, "(%.*s)", WORDS(e, from, to));
    }
    make_likely(e, before, 1); // there are few
}

// if (...) return; without it.
void edit_stays(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "if") || !lexeme_is(&e->x, i + 1, "(")) return;
    const int behind = e->x.list[i + 1].mate + 1, braces = lexeme_is(&e->x, behind, "{");
    if (!lexeme_is(&e->x, behind + braces, "return") || !lexeme_is(&e->x, behind + braces + 1, ";") ||
        (braces && !lexeme_is(&e->x, behind + 3, "}")) || lexeme_is(&e->x, behind + 2 + 2 * braces, "else"))
        return;
    add_words(e, EDIT_STAYS, i, behind + 2 + 2 * braces, i, ";");
}

// A statement that is no declaration: its words begin as an assignment, a call or a block does.
static bool may_follow_else(const Editing *e, int i) {
    static const char *const behind_name[] = {"(", ".", "->", "[", "=", "+=", "*=", "-=", "++", NULL};
    static const char *const heads[] = {"{", "if", "for", "while", NULL};
    return lexeme_is_any(&e->x, i, heads) ||
           (e->x.list[i].kind == LEX_NAME && lexeme_is_any(&e->x, i + 1, behind_name));
}

// if (...) return; and a statement, and others behind it: the condition keeps threads from that statement alone. The same of `continue`.
void edit_only_next(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "if") || !lexeme_is(&e->x, i + 1, "(")) return;
    const int behind = e->x.list[i + 1].mate + 1, braces = lexeme_is(&e->x, behind, "{"),
              leaves = behind + braces, next = leaves + 2 + braces;
    const bool jump = lexeme_is(&e->x, leaves, "return") || lexeme_is(&e->x, leaves, "continue");
    if (!jump || !lexeme_is(&e->x, leaves + 1, ";") || (braces && !lexeme_is(&e->x, leaves + 2, "}")) ||
        next >= e->end || !may_follow_else(e, next))
        return;
    const int end = statement_end_at(&e->x, next, e->end), before = e->edits->count;
    if (end >= e->end || lexeme_is(&e->x, end, "}")) return; // nothing else is left out
    add_words(e, EDIT_ONLY_NEXT, behind, next, i, "%s else", braces ? "{ }" : ";");
    make_likely(e, before, 1 + e->suspicion[i - e->begin]);
    name_words(e, before, leaves, leaves + 1);
}

// "out[e] = ..." behind i: the index, where that is a name. -1: there is none.
static int index_stored(const Editing *e, int i) {
    for (; i + 4 < e->end; i++)
        if (e->x.list[i].kind == LEX_NAME && lexeme_is(&e->x, i + 1, "[") && is_variable(e, i + 2) &&
            lexeme_is(&e->x, i + 3, "]") && lexeme_is(&e->x, i + 4, "="))
            return i + 2;
    return -1;
}

// if (...) return; where something else is asked than whether the element lies past the end: that.
void edit_stored_bound(Editing *e, int i) {
    const int open = i + 1, close = lexeme_is(&e->x, i, "if") ? e->x.list[open].mate : -1;
    const bool returns =
        close > 0 && (lexeme_is(&e->x, close + 1, "return") ||
                      (lexeme_is(&e->x, close + 1, "{") && lexeme_is(&e->x, close + 2, "return")));
    const int index = returns ? index_stored(e, close) : -1;
    if (index < 0) return;
    for (int k = open; k < close; k++)
        if (lexemes_equal(&e->x, k, index) && lexeme_is_any(&e->x, k + 1, comparisons)) return; // it is asked
    for (int k = head_of_function(e); k < e->begin; k++) {
        if (!lexeme_is(&e->x, k, "int") || !is_variable(e, k + 1)) continue;
        const int before = e->edits->count;
        add_words(e, EDIT_BOUND, open + 1, close, i, "%.*s >= %.*s", WORDS(e, index, index + 1),
                  WORDS(e, k + 1, k + 2));
        if (e->edits->count > before) {
            Edit *edit = &e->edits->list[before];
            append(edit->other, sizeof edit->other, "%s", edit->text);
        }
    }
}

// if (...) x = ...; without it: some threads go on with another number.
void edit_left_out(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "if") || !lexeme_is(&e->x, i + 1, "(")) return;
    const int name = e->x.list[i + 1].mate + 1, end = statement_end_at(&e->x, i, e->end);
    if (!is_variable(e, name) || !lexeme_is(&e->x, name + 1, "=") || type_of(e, name) != TYPE_WHOLE ||
        lexeme_is(&e->x, end, "else") || lexeme_is(&e->x, i - 1, "else"))
        return;
    const int before = e->edits->count;
    add_words(e, EDIT_LEFT_OUT, i, end, i, ";");
    name_words(e, before, name, name + 1);
}

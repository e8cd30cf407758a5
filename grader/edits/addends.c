// What an index lacks that the same index has elsewhere, such as the width of a halo: "s[ty + R][tx + WIDTH]" beside "s[ty + R][tx + R]";
// and a variable that is compared, "j < n - 1" beside "(j + r) * n". One more or less is words.c's.
#include "grader/edits/editing.h"

enum { DIMENSIONS = 4, LONG_INDEX = 12 };

// Behind a type's name the array is declared.
static bool is_access(const Editing *e, int i) {
    return e->x.list[i].kind == LEX_NAME && lexeme_is(&e->x, i + 1, "[") &&
           (e->x.list[i - 1].kind != LEX_NAME || lexeme_is(&e->x, i - 1, "return"));
}

// The bracket of the array's index `number`, from 0; -1: it has not so many.
static int bracket_of(const Editing *e, int i, int number) {
    int at = i + 1;
    for (; number && lexeme_is(&e->x, at, "["); number--) at = e->x.list[at].mate + 1;
    return !number && lexeme_is(&e->x, at, "[") ? at : -1;
}

// What is added last in the index that begins behind the bracket: one operand, and no product. 0: nothing.
static int last_addend(const Editing *e, int open) {
    const int close = e->x.list[open].mate;
    int plus = 0;
    for (int i = open + 1; i < close; i++) {
        if (lexeme_is(&e->x, i, "+")) plus = i;
        if (e->x.list[i].mate > i) i = e->x.list[i].mate;
    }
    return plus > open + 1 && end_of_operand(e, plus + 1) == close ? plus + 1 : 0;
}

static bool same_words(const Editing *e, int a, int b, int count) {
    for (int i = 0; i < count; i++)
        if (!lexemes_equal(&e->x, a + i, b + i)) return false;
    return true;
}

static bool has_words(const Editing *e, int from, int to, int words, int count) {
    for (int i = from; i + count <= to; i++)
        if (same_words(e, i, words, count)) return true;
    return false;
}

// A variable that is compared, and nothing else on its side.
static bool is_compared(const Editing *e, int i) {
    static const char *const comparisons[] = {"<", "<=", ">", ">=", NULL}, *const before[] = {"(",      "||",
                                                                                              "&&",     "=",
                                                                                              "return", NULL},
                             *const behind[] = {")", "||", "&&", ";", "?", NULL};
    return e->x.list[i].kind == LEX_NAME &&
           ((lexeme_is_any(&e->x, i - 1, before) && lexeme_is_any(&e->x, i + 1, comparisons)) ||
            (lexeme_is_any(&e->x, i - 1, comparisons) && lexeme_is_any(&e->x, i + 1, behind)));
}

// "if (counts(group, y, n))": a variable alone that is handed to a function which a condition asks.
static bool is_asked_about(const Editing *e, int i) {
    const bool alone = e->x.list[i].kind == LEX_NAME &&
                       (lexeme_is(&e->x, i - 1, "(") || lexeme_is(&e->x, i - 1, ",")) &&
                       (lexeme_is(&e->x, i + 1, ",") || lexeme_is(&e->x, i + 1, ")"));
    bool called = false;
    for (int k = i; alone && k > e->begin; k--) {
        if (lexeme_is(&e->x, k, ";") || lexeme_is(&e->x, k, "{") || lexeme_is(&e->x, k, "}")) return false;
        if (lexeme_is(&e->x, k, "(") && e->x.list[k].mate > i) {
            if (lexeme_is(&e->x, k - 1, "if")) return called;
            called |= e->x.list[k - 1].kind == LEX_NAME;
        }
    }
    return false;
}

// "if (j > n - 2)" beside "(j + r) * n": what is added to a variable elsewhere, where no other addend of it is known.
static void add_to_compared(Editing *e, int i) {
    int addend = 0;
    for (int k = e->begin; k + 2 < e->end; k++) {
        if (k == i || !lexemes_equal(&e->x, k, i) || !lexeme_is(&e->x, k + 1, "+") ||
            e->x.list[k + 2].kind != LEX_NAME || lexeme_is(&e->x, k - 1, "*") ||
            lexeme_is(&e->x, k - 1, "/") || end_of_operand(e, k + 2) != k + 3)
            continue;
        if (addend && !lexemes_equal(&e->x, addend, k + 2)) return;
        addend = k + 2;
    }
    const int before = e->edits->count;
    if (!addend) return;
    add_words(e, EDIT_ADDEND, i, i + 1, i, "%.*s + %.*s", WORDS(e, i, i + 1), WORDS(e, addend, addend + 1));
    make_likely(e, before, 2 + 2 * e->suspicion[i - e->begin] + given_rank(e, i));
}

void edit_addends(Editing *e, int i) {
    if (is_compared(e, i) || is_asked_about(e, i)) add_to_compared(e, i);
    if (!is_access(e, i)) return;
    for (int number = 0, open; number < DIMENSIONS && (open = bracket_of(e, i, number)) >= 0; number++) {
        const int close = e->x.list[open].mate;
        if (close - open > LONG_INDEX) continue;
        for (int k = e->begin; k < e->end; k++) {
            if (k == i || !lexemes_equal(&e->x, k, i) || !is_access(e, k)) continue;
            const int there = bracket_of(e, k, number), addend = there < 0 ? 0 : last_addend(e, there),
                      count = addend ? e->x.list[there].mate - addend : 0, before = e->edits->count;
            if (!addend || lexeme_is(&e->x, addend, "1") || has_words(e, open + 1, close, addend, count))
                continue;
            add_words(e, EDIT_ADDEND, open + 1, close, i, "%.*s + %.*s", WORDS(e, open + 1, close),
                      WORDS(e, addend, addend + count));
            make_likely(e, before, 2 + 2 * e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
        }
    }
}

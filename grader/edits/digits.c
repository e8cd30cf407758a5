// A coordinate that is taken out of a flat number: of t = (z * b + y) * a + x it is y = t / a % b, and z = t / (a * b). What may be
// missing of it: t / a, t % a and t % b for t / a % b, t / a for t / (a * b).
#include "grader/edits/editing.h"

static bool is_name(const Editing *e, int from, int to) {
    return to == from + 1 && e->x.list[from].kind == LEX_NAME;
}

// Stands the word i in another operand of a product, which takes what is before or behind it?
static bool is_alone(const Editing *e, int from, int to) {
    static const char *const products[] = {"*", "/", "%", NULL};
    return !lexeme_is_any(&e->x, from - 1, products) && !lexeme_is_any(&e->x, to, products);
}

// With `extent` for the number of rows: the other one of two constants, or the same again.
static void take_digit(Editing *e, int from, int i, int to, int pitch, int extent) {
    add_words(e, EDIT_DIGIT, from, to, i, "%.*s / %.*s %% %.*s", WORDS(e, from, i),
              WORDS(e, pitch, pitch + 1), WORDS(e, extent, extent + 1));
}

void edit_digits(Editing *e, int i) {
    const bool divides = lexeme_is(&e->x, i, "/");
    if (!divides && !lexeme_is(&e->x, i, "%")) return;
    const int from = begin_of_operand(e, i - 1), to = end_of_operand(e, i + 1), own = i + 1,
              before = e->edits->count;
    if (from < 0 || to < 0 || !is_name(e, own, to) || !is_alone(e, from, to)) return;
    take_digit(e, from, i, to, own, own);
    if (divides) add_words(e, EDIT_DIGIT, own, to, i, "(%.*s * %.*s)", WORDS(e, own, to), WORDS(e, own, to));
    for (int k = 0; k < e->names && is_constant(e, own); k++) {
        const int name = e->name[k];
        if (!is_constant(e, name) || !are_siblings(e, name, own)) continue;
        take_digit(e, from, i, to, divides ? own : name, divides ? name : own);
        if (divides)
            add_words(e, EDIT_DIGIT, own, to, i, "(%.*s * %.*s)", WORDS(e, own, to),
                      WORDS(e, name, name + 1));
    }
    make_likely(e, before, 6);
}

static bool same_operand(const Editing *e, int a, int b, int count) {
    for (int i = 0; i < count; i++)
        if (!lexemes_equal(&e->x, a + i, b + i)) return false;
    return true;
}

// t / a % a: a coordinate is rarely as long as the rows before it are.
void edit_repeated_divisor(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "%")) return;
    const int divisor = begin_of_operand(e, i - 1), to = end_of_operand(e, i + 1), before = e->edits->count;
    if (divisor < 0 || to - (i + 1) != i - divisor || !lexeme_is(&e->x, divisor - 1, "/") ||
        !same_operand(e, divisor, i + 1, i - divisor))
        return;
    const bool member = to == i + 4 && lexeme_is(&e->x, i + 2, ".") && e->x.list[i + 3].length == 1;
    for (const char *axis = "xyz"; member && *axis; axis++)
        if (e->x.text[e->x.list[i + 3].at] != *axis) add_words(e, EDIT_AXIS, i + 3, to, i + 3, "%c", *axis);
    for (int k = 0; to == i + 2 && k < e->names; k++)
        if (e->type[k] == TYPE_WHOLE && are_siblings(e, e->name[k], i + 1))
            add_words(e, EDIT_WORD, i + 1, to, i + 1, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
    make_likely(e, before, 1);
}

// "{t / a, t % a}", "y = t / a, x = t % a;": the place of cell t in rows of a cells; another length of rows at both places. `i`: the
// first of the two.
void edit_row_length(Editing *e, int i) {
    enum { APART = 16 };
    const bool divides = lexeme_is(&e->x, i, "/");
    if ((!divides && !lexeme_is(&e->x, i, "%")) || e->x.list[i + 1].kind != LEX_NAME) return;
    int other = i + 2;
    while (other < e->end && other < i + APART &&
           !(lexeme_is(&e->x, other, divides ? "%" : "/") && lexemes_equal(&e->x, other + 1, i + 1) &&
             lexemes_equal(&e->x, other - 1, i - 1)))
        other++;
    if (other == e->end || other == i + APART) return;
    const int before = e->edits->count;
    const size_t behind = e->x.list[i + 1].at + (size_t)e->x.list[i + 1].length;
    for (int k = 0; k < e->names; k++) {
        const int name = e->name[k], one = e->edits->count;
        if (e->type[k] != TYPE_WHOLE || !is_constant(e, name) || lexemes_equal(&e->x, name, i + 1) ||
            !is_used_there(e, name))
            continue;
        add_words(e, EDIT_WORD, i + 1, other + 2, i + 1, "%.*s%.*s%.*s", WORDS(e, name, name + 1),
                  (int)(e->x.list[other + 1].at - behind), e->x.text + behind, WORDS(e, name, name + 1));
        if (e->edits->count == one) continue;
        e->edits->list[one].places = 2;
        e->edits->list[one].last_line = e->x.list[other + 1].line;
    }
    make_likely(e, before, 3);
}

// (a - b) % m, of ints: below 0 where b is the larger one.
void edit_remainder(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "%") || !lexeme_is(&e->x, i - 1, ")")) return;
    const int from = e->x.list[i - 1].mate, to = end_of_operand(e, i + 1), before = e->edits->count;
    bool lowers = false;
    for (int k = from + 1; k < i - 1; k++) lowers |= lexeme_is(&e->x, k, "-");
    if (to < 0 || !lowers) return;
    add_words(e, EDIT_NEGATIVE, from, i, i, "(%.*s + %.*s)", WORDS(e, from, i), WORDS(e, i + 1, to));
    make_likely(e, before, 1);
}

// "p = i * plane + j + k" for "p = i * plane + j * n + k": a number that is added as it is, beside one that has a factor.
// And n ^ 2 for n * n.
#include "grader/edits/editing.h"

enum { FACTORS = 4 };

static const char *const sum_ends[] = {",", ";", "=", "(", ")", "[", "]", "{", "}", "?", ":", "return", NULL};

// Does a product stand in the sum that the word i is added in, outside of brackets?
static bool beside_product(const Editing *e, int i) {
    bool product = false;
    for (int step = -1; step <= 1; step += 2)
        for (int k = i + step; k > e->begin && k < e->end && !lexeme_is_any(&e->x, k, sum_ends); k += step)
            product |= lexeme_is(&e->x, k, "*");
    return product;
}

static bool is_added_alone(const Editing *e, int i) {
    static const char *const before[] = {"+", "(", "=", "[", NULL}, *const behind[] = {"+", "-", NULL},
                             *const ends[] = {")", ";", ",", "]", NULL};
    const bool first = !lexeme_is(&e->x, i - 1, "+");
    return is_variable(e, i) && !is_constant(e, i) && type_of(e, i) == TYPE_WHOLE &&
           lexeme_is_any(&e->x, i - 1, before) &&
           (lexeme_is_any(&e->x, i + 1, behind) || (!first && lexeme_is_any(&e->x, i + 1, ends)));
}

// What other numbers of the function are multiplied by.
static int factors_of(const Editing *e, int i, int factor[FACTORS]) {
    int count = 0;
    for (int k = e->begin; k < e->end && count < FACTORS; k++) {
        const bool multiplies = lexeme_is(&e->x, k - 1, "*") || lexeme_is(&e->x, k + 1, "*");
        if (!multiplies || !is_variable(e, k) || type_of(e, k) != TYPE_WHOLE || lexemes_equal(&e->x, k, i) ||
            lexeme_is(&e->x, k + 1, "[") || !is_known_at(e, first_place(e, k), i))
            continue;
        bool there = false;
        for (int other = 0; other < count; other++) there |= lexemes_equal(&e->x, factor[other], k);
        if (!there) factor[count++] = k;
    }
    return count;
}

void edit_factor(Editing *e, int i) {
    int factor[FACTORS];
    if (!is_added_alone(e, i) || !beside_product(e, i)) return;
    const int count = factors_of(e, i, factor);
    for (int k = 0; k < count; k++)
        add_words(e, EDIT_PITCH, i, i + 1, i, "%.*s * %.*s", WORDS(e, i, i + 1),
                  WORDS(e, factor[k], factor[k] + 1));
}

// n ^ 2, at its mark: n * n. Nobody takes the bit of 2 out of a number that way.
void edit_power(Editing *e, int i) {
    const bool cube = lexeme_is(&e->x, i + 1, "3");
    const int from =
        lexeme_is(&e->x, i, "^") && (cube || lexeme_is(&e->x, i + 1, "2")) ? begin_of_operand(e, i - 1) : -1;
    if (from < 0) return;
    const int before = e->edits->count;
    add_words(e, EDIT_POWER, from, i + 2, i, cube ? "(%.*s * %.*s * %.*s)" : "(%.*s * %.*s)",
              WORDS(e, from, i), WORDS(e, from, i), WORDS(e, from, i));
    make_likely(e, before, given_rank(e, i)); // there are few
    name_words(e, before, from, i + 2);
}

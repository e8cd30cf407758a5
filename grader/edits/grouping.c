// Parentheses that may be missing: a / (b * c) for a / b * c, (a - b) / c for a - b / c, a * (b + c) for a * b + c, and
// (a * n + b) * n for a * n + b * n, a / c * b for a * b / c. Or that may be too many, or elsewhere: a + b * c for (a + b) * c, a * b + c for a * (b + c).
// (a >> b) * c for a >> b * c.
#include "grader/edits/editing.h"

static bool is_sum(const Editing *e, int i) {
    return lexeme_is(&e->x, i, "+") || lexeme_is(&e->x, i, "-");
}

static bool is_product(const Editing *e, int i) {
    return lexeme_is(&e->x, i, "*") || lexeme_is(&e->x, i, "/") || lexeme_is(&e->x, i, "%");
}

int end_of_operand(const Editing *e, int i) {
    const Lexeme *x = e->x.list;
    const bool group = lexeme_is(&e->x, i, "(");
    if (i >= e->end || (x[i].kind == LEX_MARK && !group)) return -1;
    int at = group ? x[i].mate + 1 : i + 1;
    if (group && at < e->end && x[at].kind != LEX_MARK)
        return end_of_operand(e, at); // a cast: "(int)gridDim.z"
    while (at < e->end) {
        if (lexeme_is(&e->x, at, "[") || (lexeme_is(&e->x, at, "(") && x[at - 1].kind == LEX_NAME))
            at = x[at].mate + 1;
        else if (lexeme_is(&e->x, at, ".") || lexeme_is(&e->x, at, "->"))
            at += 2;
        else
            break;
    }
    return at;
}

int begin_of_operand(const Editing *e, int last) {
    const Lexeme *x = e->x.list;
    int at = last;
    while (at > e->begin) {
        if (lexeme_is(&e->x, at, "]") || lexeme_is(&e->x, at, ")")) {
            at = x[at].mate;
            if (x[at - 1].kind != LEX_NAME && !lexeme_is(&e->x, at - 1, "]"))
                return lexeme_is(&e->x, at, "(") ? at : -1;
            at--;
        } else if (x[at].kind == LEX_MARK) {
            return -1;
        } else if (lexeme_is(&e->x, at - 1, ".") || lexeme_is(&e->x, at - 1, "->")) {
            at -= 2;
        } else {
            return lexeme_is(&e->x, at, "return") ? -1 : at;
        }
    }
    return -1;
}

// An element of an array that is multiplied with a number is one term of a sum: nobody takes it apart.
static bool has_element(const Editing *e, int from, int to) {
    for (int i = from; i < to; i++)
        if (lexeme_is(&e->x, i, "[")) return true;
    return false;
}

static void group(Editing *e, int from, int to, int about) {
    const bool sum_of_terms = lexeme_is(&e->x, about, "*") || is_sum(e, about);
    if (sum_of_terms && has_element(e, from, to) && !lexeme_is(&e->x, to, "/")) return;
    add_words(e, EDIT_GROUPING, from, to, about, "(%.*s)", WORDS(e, from, to));
}

// Where the product begins whose last operand ends before `end`.
static int product_begin(const Editing *e, int end) {
    int at = begin_of_operand(e, end - 1);
    while (at > e->begin + 1 && lexeme_is(&e->x, at - 1, "*") && begin_of_operand(e, at - 2) >= 0)
        at = begin_of_operand(e, at - 2);
    return at;
}

// a * n + b * n, at the +: (a * n + b) * n.
static void join_products(Editing *e, int i) {
    const int begin = lexeme_is(&e->x, i, "+") ? product_begin(e, i) : -1, middle = end_of_operand(e, i + 1);
    const int end = middle >= 0 && lexeme_is(&e->x, middle, "*") ? end_of_operand(e, middle + 1) : -1;
    if (begin < 0 || end < 0 || lexeme_is(&e->x, end, "*") || has_element(e, begin, end)) return;
    const int before = e->edits->count;
    add_words(e, EDIT_GROUPING, begin, end, i, "(%.*s) %.*s", WORDS(e, begin, middle), WORDS(e, middle, end));
    make_likely(e, before, 8);
}

// a * (b + c), at the bracket: (a * b + c).
static void move_bracket(Editing *e, int open, int end) {
    const int factor = lexeme_is(&e->x, open - 1, "*") ? begin_of_operand(e, open - 2) : -1;
    if (factor >= 0)
        add_words(e, EDIT_GROUPING, factor, end + 1, open, "(%.*s%.*s)", WORDS(e, factor, open),
                  WORDS(e, open + 1, end));
}

// A sum in parentheses, beside a factor.
static bool is_grouped_sum(const Editing *e, int i) {
    const int end = e->x.list[i].mate;
    bool sum = false;
    if (e->x.list[i - 1].kind == LEX_NAME || (!is_product(e, i - 1) && !is_product(e, end + 1))) return false;
    for (int k = i + 1; k < end; k++) {
        if (lexeme_is(&e->x, k, ",")) return false;
        sum |= k > i + 1 && is_sum(e, k);
        if (e->x.list[k].mate > k) k = e->x.list[k].mate;
    }
    return sum;
}

// a * b / c, at the *: a / c * b, which is something else where c does not divide a. The same with %.
static void divide_first(Editing *e, int from, int i, int middle, int last) {
    if (lexeme_is(&e->x, from - 1, "/") || lexeme_is(&e->x, from - 1, "%")) return;
    const int before = e->edits->count;
    add_words(e, lexeme_is(&e->x, middle, "/") ? EDIT_ROUNDING : EDIT_GROUPING, from, last, middle,
              "%.*s %.*s * %.*s", WORDS(e, from, i), WORDS(e, middle, last), WORDS(e, i + 1, middle));
    make_likely(e, before, 4);
}

// How an operator of bits binds, from the weakest on; 0: another one.
static int bits_bind(const Editing *e, int i) {
    static const char *const operators[] = {"|", "^", "&", "<<", ">>"};
    for (int k = 0; k < 5; k++)
        if (lexeme_is(&e->x, i, operators[k])) return k < 3 ? k + 1 : 5;
    return 0;
}

static bool is_comparison(const Editing *e, int i) {
    static const char *const operators[] = {"==", "!=", "<", ">", "<=", ">="};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (lexeme_is(&e->x, i, operators[k])) return true;
    return false;
}

// Operators of bits bind more weakly than most think: (a >> 1) * b for a >> 1 * b, (a & 1) == 0 for a & 1 == 0, a + (b >> 1) for a + b >> 1.
static void group_bits(Editing *e, int i) {
    const int binds = bits_bind(e, i);
    const int from = binds ? begin_of_operand(e, i - 1) : -1, end = binds ? end_of_operand(e, i + 1) : -1;
    if (from < 0 || end < 0 || end >= e->end) return;
    const int sides[] = {from - 1, end};
    bool other = false;
    for (int k = 0; k < 2; k++)
        other |= is_sum(e, sides[k]) || is_product(e, sides[k]) || bits_bind(e, sides[k]) > binds ||
                 (binds < 5 && is_comparison(e, sides[k]));
    const int before = e->edits->count;
    if (other) add_words(e, EDIT_GROUPING, from, end, i, "(%.*s)", WORDS(e, from, end));
    make_likely(e, before, 8);
}

void edit_grouping(Editing *e, int i) {
    group_bits(e, i);
    if (lexeme_is(&e->x, i, "(") && is_grouped_sum(e, i)) {
        const int end = e->x.list[i].mate, before = e->edits->count;
        add_words(e, EDIT_GROUPING, i, end + 1, i, "%.*s", WORDS(e, i + 1, end));
        const int factor = is_product(e, end + 1) ? end_of_operand(e, end + 2)
                                                  : -1; // (a + b) * c: a + b * c in the parentheses
        if (factor >= 0)
            add_words(e, EDIT_GROUPING, i, factor, i, "(%.*s %.*s)", WORDS(e, i + 1, end),
                      WORDS(e, end + 1, factor));
        move_bracket(e, i, end);
        make_likely(e, before, 8);
    }
    if (!is_sum(e, i) && !is_product(e, i)) return;
    const int from = begin_of_operand(e, i - 1), middle = end_of_operand(e, i + 1);
    if (from < 0 || middle < 0) return;
    const bool divides = !lexeme_is(&e->x, i, "*");
    const int last = middle < e->end ? end_of_operand(e, middle + 1) : -1;
    const int before = e->edits->count;
    if (is_product(e, i) && last >= 0 && (is_sum(e, middle) || (divides && is_product(e, middle))))
        group(e, i + 1, last, i);
    if (divides && is_product(e, middle)) make_likely(e, before, 4); // a / b * c is seldom what is meant
    if (!divides && last >= 0 && (lexeme_is(&e->x, middle, "/") || lexeme_is(&e->x, middle, "%")))
        divide_first(e, from, i, middle, last);
    if (is_sum(e, i) && is_product(e, middle)) group(e, from, middle, i);
    join_products(e, i);
}

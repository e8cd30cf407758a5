// The indices of an array: in another order, or one that stands at this place of another array in the same statement; and a row of it that
// a constant names.
#include <string.h>

#include <ctype.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { SUBSCRIPTS = 4 };

// The brackets behind a name.
static int find_subscripts(const Editing *e, int i, int open[SUBSCRIPTS]) {
    int count = 0;
    for (int at = i + 1; count < SUBSCRIPTS && lexeme_is(&e->x, at, "["); at = e->x.list[at].mate + 1)
        open[count++] = at;
    return count;
}

// Have they the same names in the same order? What is added to them does not count.
static bool same_order(const Editing *e, const int a[SUBSCRIPTS], const int b[SUBSCRIPTS], int count) {
    for (int i = 0; i < count; i++)
        if (!lexemes_equal(&e->x, a[i] + 1, b[i] + 1)) return false;
    return true;
}

// Does the array stand with its indices in this order in most places of the function? Then that is how it is meant.
static bool is_usual_order(const Editing *e, int name, const int open[SUBSCRIPTS], int count) {
    int own = 0, others = 0;
    for (int i = e->begin; i < e->end; i++) {
        int there[SUBSCRIPTS] = {0};
        if (i == name || !lexemes_equal(&e->x, i, name) || find_subscripts(e, i, there) != count ||
            lexeme_is(&e->x, i - 1, "float") || lexeme_is(&e->x, i - 1, "double"))
            continue;
        if (same_order(e, open, there, count))
            own++;
        else
            others++;
    }
    return own > others;
}

bool in_usual_order(const Editing *e, int i) {
    int open[SUBSCRIPTS] = {0}, at = i - 1;
    while (at > e->begin && !lexeme_is(&e->x, at, "[") && e->x.list[at].mate < 0) at--;
    if (!lexeme_is(&e->x, at, "[")) return false;
    while (lexeme_is(&e->x, at - 1, "]")) at = e->x.list[at - 1].mate;
    const int count = find_subscripts(e, at - 1, open);
    return count > 1 && is_usual_order(e, at - 1, open, count);
}

// name[a][b][c]: each two of them.
void edit_subscripts(Editing *e, int i) {
    int open[SUBSCRIPTS] = {0};
    const int count = e->x.list[i].kind == LEX_NAME ? find_subscripts(e, i, open) : 0;
    if (count < 2 || is_usual_order(e, i, open, count)) return;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            const int close_a = e->x.list[open[a]].mate, close_b = e->x.list[open[b]].mate;
            if (b == a + 1)
                add_words(e, EDIT_SUBSCRIPTS, open[a], close_b + 1, i, "%.*s%.*s",
                          WORDS(e, open[b], close_b + 1), WORDS(e, open[a], close_a + 1));
            else
                add_words(e, EDIT_SUBSCRIPTS, open[a], close_b + 1, i, "%.*s%.*s%.*s",
                          WORDS(e, open[b], close_b + 1), WORDS(e, close_a + 1, open[b]),
                          WORDS(e, open[a], close_a + 1));
        }
}

// The subscript that the name i is all of: the array's name, and the subscript's number. False: it is more than a name, or none.
static bool subscript_of(const Editing *e, int i, int *name, int *number) {
    if (e->x.list[i].kind != LEX_NAME || !lexeme_is(&e->x, i - 1, "[") || !lexeme_is(&e->x, i + 1, "]"))
        return false;
    int at = i - 1;
    for (*number = 0; lexeme_is(&e->x, at - 1, "]"); ++*number) at = e->x.list[at - 1].mate;
    *name = at - 1;
    return e->x.list[*name].kind == LEX_NAME;
}

static int statement_begin(const Editing *e, int i) {
    while (i > e->begin && !lexeme_is(&e->x, i, ";") && !lexeme_is(&e->x, i, "{") &&
           !lexeme_is(&e->x, i, "}"))
        i--;
    return i + 1;
}

// a[r][x] = b[y][x]: what one array goes by and the other does not.
void edit_index(Editing *e, int i) {
    enum { LIKELY = 2 };
    int name, number, open[SUBSCRIPTS] = {0}, there[SUBSCRIPTS] = {0};
    if (!subscript_of(e, i, &name, &number)) return;
    const int count = find_subscripts(e, name, open);
    for (int at = statement_begin(e, i); at < e->end && !lexeme_is(&e->x, at, ";"); at++) {
        if (at == name || e->x.list[at].kind != LEX_NAME || find_subscripts(e, at, there) != count ||
            number >= count)
            continue;
        const int other = there[number] + 1, before = e->edits->count;
        if (e->x.list[other].kind != LEX_NAME || !lexeme_is(&e->x, other + 1, "]") ||
            lexemes_equal(&e->x, other, i))
            continue;
        add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, other, other + 1));
        make_likely(e, before, LIKELY + e->suspicion[i - e->begin] + given_rank(e, i));
    }
}

static bool is_fixed_index(const Editing *e, int i) {
    return e->x.list[i].kind == LEX_NUMBER && lexeme_is(&e->x, i - 1, "[") && lexeme_is(&e->x, i + 1, "]");
}

// The variable of the innermost loop around the word i, if it is a subscript somewhere in that loop; -1: it is none.
static int loop_variable(const Editing *e, int i) {
    int loop = i, name, number;
    while (loop > e->begin && !(lexeme_is(&e->x, loop, "for") && statement_end_at(&e->x, loop, e->end) > i))
        loop--;
    if (!lexeme_is(&e->x, loop, "for") || !lexeme_is(&e->x, loop + 4, "=")) return -1; // for (int r = ...
    for (int k = loop + 5; k < statement_end_at(&e->x, loop, e->end); k++)
        if (lexemes_equal(&e->x, k, loop + 3) && subscript_of(e, k, &name, &number)) return loop + 3;
    return -1;
}

// "before[0] = here[0];" in a loop over r: all the same numbers of a statement, from the first one on at i.
void edit_fixed_index(Editing *e, int i) {
    enum { LIKELY = 1, ROOM = 400 };
    char text[ROOM] = "";
    if (!is_fixed_index(e, i)) return;
    const int begin = statement_begin(e, i), variable = loop_variable(e, i);
    int last = i;
    if (variable < 0) return;
    for (int k = begin; k < i; k++)
        if (lexemes_equal(&e->x, k, variable) || is_fixed_index(e, k)) return;
    append(text, sizeof text, "%.*s", WORDS(e, variable, variable + 1));
    for (int k = i + 1; k < e->end && !lexeme_is(&e->x, k, ";"); k++) {
        if (lexemes_equal(&e->x, k, variable)) return;
        if (!is_fixed_index(e, k) || !lexemes_equal(&e->x, k, i)) continue;
        append(text, sizeof text, "%.*s%.*s", WORDS(e, last + 1, k), WORDS(e, variable, variable + 1));
        last = k;
    }
    if (strlen(text) + 1 >= sizeof text) return;
    const int before = e->edits->count;
    add_words(e, EDIT_WORD, i, last + 1, i, "%s", text);
    make_likely(e, before, LIKELY + e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
}

// A constant of the file, a macro, or a constexpr of the function: what the function does not declare or set.
static bool names_constant(const Editing *e, int i) {
    for (int k = head_of_function(e); k < e->end; k++) {
        if (!lexemes_equal(&e->x, k, i)) continue;
        const bool typed = e->x.list[k - 1].kind == LEX_NAME && !lexeme_is(&e->x, k - 1, "return");
        if (typed || lexeme_is(&e->x, k + 1, "=")) return lexeme_is(&e->x, k - 2, "constexpr");
    }
    const VariableType type = type_of(e, i);
    return type == TYPE_WHOLE || (type == TYPE_OTHER && isupper((unsigned char)e->x.text[e->x.list[i].at]));
}

// Is it one of the arguments of a call, in the brackets around it?
static bool is_passed(const Editing *e, int i) {
    static const char *const others[] = {"if", "for", "while", "switch", "return", "sizeof", NULL};
    int at = i - 1;
    while (at > e->begin && !lexeme_is(&e->x, at, "(")) {
        const int mate = e->x.list[at].mate;
        if (mate > at) return false; // brackets of another kind
        at = mate >= 0 ? mate - 1 : at - 1;
    }
    return at > e->begin && e->x.list[at - 1].kind == LEX_NAME && !lexeme_is_any(&e->x, at - 1, others);
}

// t[H][x], load(t, H, x): the last row, or the one behind it.
void edit_row(Editing *e, int i) {
    enum { LIKELY = 2 };
    const bool subscript = lexeme_is(&e->x, i - 1, "[") && lexeme_is(&e->x, i + 1, "]"),
               argument = (lexeme_is(&e->x, i - 1, ",") || lexeme_is(&e->x, i - 1, "(")) &&
                          (lexeme_is(&e->x, i + 1, ",") || lexeme_is(&e->x, i + 1, ")"));
    const int before = e->edits->count;
    if ((!subscript && !(argument && is_passed(e, i))) || !is_variable(e, i) || !names_constant(e, i)) return;
    add_words(e, EDIT_SHIFT, i, i + 1, i, "(%.*s + 1)", WORDS(e, i, i + 1));
    add_words(e, EDIT_SHIFT, i, i + 1, i, "(%.*s - 1)", WORDS(e, i, i + 1));
    make_likely(e, before, LIKELY + 2 * e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
}

// Changes at one word, or of a few that stand side by side.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

static bool is_operand_end(const Editing *e, int i) {
    return e->x.list[i].kind == LEX_NUMBER || lexeme_is(&e->x, i, ")") || lexeme_is(&e->x, i, "]") ||
           (e->x.list[i].kind == LEX_NAME && !lexeme_is(&e->x, i, "return"));
}

// The < of a template, or of a cast.
static bool is_template(const Editing *e, int i) {
    const bool opens = lexeme_is(&e->x, i, "<"), closes = lexeme_is(&e->x, i, ">");
    if (opens) {
        const Lexeme *name = &e->x.list[i - 1];
        const char *word = e->x.text + name->at;
        if (name->length > 5 && !strncmp(word + name->length - 5, "_cast", 5)) return true;
        for (int k = i + 1; k < i + 6 && k < e->x.count; k++)
            if (lexeme_is(&e->x, k, ">")) return lexeme_is(&e->x, k + 1, "(");
    }
    return closes && lexeme_is(&e->x, i + 1, "(");
}

// for (...; i < end; ...): a loop is usually written so, and what is wrong is its end.
static bool ends_loop(const Editing *e, int i) {
    int at = i - 1;
    while (at > e->begin && !lexeme_is(&e->x, at, ";") && !lexeme_is(&e->x, at, "{") &&
           !lexeme_is(&e->x, at, "(")) {
        const int mate = e->x.list[at].mate;
        at = mate >= 0 && mate < at ? mate - 1 : at - 1;
    }
    if (!lexeme_is(&e->x, at, ";")) return false;
    while (at > e->begin && !lexeme_is(&e->x, at, "(")) {
        const int mate = e->x.list[at].mate;
        at = mate >= 0 && mate < at ? mate - 1 : at - 1;
    }
    return lexeme_is(&e->x, at - 1, "for");
}

// The % of threadIdx.x % 32, which is the lane.
static bool counts_lanes(const Editing *e, int i) {
    static const char *const sizes[] = {"32", "WARP", "warpSize", "WARP_SIZE", NULL};
    return lexeme_is(&e->x, i, "%") && lexeme_is(&e->x, i - 1, "x") && lexeme_is(&e->x, i - 3, "threadIdx") &&
           lexeme_is_any(&e->x, i + 1, sizes);
}

static void edit_mark(Editing *e, int i) {
    enum { USUAL = 6 };
    static const struct {
        const char *own, *other[4];
        EditKind kind;
    } marks[] = {{"<", {"<=", ">="}, EDIT_COMPARISON},
                 {"<=", {"<", ">"}, EDIT_COMPARISON},
                 {">", {">=", "<="}, EDIT_COMPARISON},
                 {">=", {">", "<"}, EDIT_COMPARISON},
                 {"==", {"!=", ">="}, EDIT_COMPARISON},
                 {"!=", {"==", "<"}, EDIT_COMPARISON},
                 {"&&", {"||"}, EDIT_JOIN},
                 {"||", {"&&"}, EDIT_JOIN},
                 {"+=", {"=", "-="}, EDIT_ASSIGNMENT},
                 {"-=", {"+="}, EDIT_ASSIGNMENT},
                 {"/", {"%"}, EDIT_SIGN},
                 {"%", {"/"}, EDIT_SIGN}};
    if (is_template(e, i) || counts_lanes(e, i) || (lexeme_is(&e->x, i, "/") && divides_reals(e, i))) return;
    const int before = e->edits->count;
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        for (int n = 0; lexeme_is(&e->x, i, marks[k].own) && n < 4 && marks[k].other[n]; n++)
            add_words(e, marks[k].kind, i, i + 1, i, "%s", marks[k].other[n]);
    if (lexeme_is(&e->x, i, "<") && ends_loop(e, i))
        for (int k = before; k < e->edits->count; k++) e->edits->list[k].rank += USUAL;
    if (!is_operand_end(e, i - 1)) return;
    if (lexeme_is(&e->x, i, "+")) add_words(e, EDIT_SIGN, i, i + 1, i, "-");
    if (lexeme_is(&e->x, i, "+") && is_variable(e, i + 1)) add_words(e, EDIT_SIGN, i, i + 1, i, "*");
    if (lexeme_is(&e->x, i, "-")) add_words(e, EDIT_SIGN, i, i + 1, i, "+");
}

// A member of a float2 or the like, in a text that has no longer vectors.
static bool is_of_pairs(const Editing *e, int i) {
    bool pairs = false;
    for (int k = 0; k < e->x.count; k++) {
        if (lexeme_is(&e->x, k, "float4") || lexeme_is(&e->x, k, "float3")) return false;
        pairs |= lexeme_is(&e->x, k, "float2") || lexeme_is(&e->x, k, "double2");
    }
    return pairs && !lexeme_is(&e->x, i, "threadIdx") && !lexeme_is(&e->x, i, "blockIdx") &&
           !lexeme_is(&e->x, i, "blockDim") && !lexeme_is(&e->x, i, "gridDim");
}

// threadIdx.x % 32, threadIdx.x / 32: lanes and warps are counted along x.
static bool is_lane(const Editing *e, int i) {
    static const char *const marks[] = {"%", "/", "&", ">>", NULL};
    return lexeme_is(&e->x, i, "x") && lexeme_is(&e->x, i - 2, "threadIdx") &&
           lexeme_is_any(&e->x, i + 1, marks);
}

static void edit_axis(Editing *e, int i) {
    if (!lexeme_is(&e->x, i - 1, ".") || e->x.list[i].length != 1 ||
        !strchr("xyzw", e->x.text[e->x.list[i].at]) ||
        given_rank(e, i) || // what the lab gives has the right axis
        is_lane(e, i) || is_all_threads(e, i - 2))
        return;
    const char *axes = lexeme_is(&e->x, i, "w") ? "xyzw" : is_of_pairs(e, i - 2) ? "xy" : "xyz";
    for (const char *axis = axes; *axis; axis++) add_words(e, EDIT_AXIS, i, i + 1, i, "%c", *axis);
}

// Where four elements are taken at a time an end may be off by the three others.
static void edit_number_of_four(Editing *e, int i, long number) {
    enum { OTHERS = 3 };
    bool fours = false;
    for (int k = 0; k < e->x.count && !fours; k++) fours = lexeme_is(&e->x, k, "float4");
    if (!fours || (!lexeme_is(&e->x, i - 1, "+") && !lexeme_is(&e->x, i - 1, "-"))) return;
    add_words(e, EDIT_NUMBER, i, i + 1, i, "%ld", number + OTHERS);
    if (number > OTHERS) add_words(e, EDIT_NUMBER, i, i + 1, i, "%ld", number - OTHERS);
}

static void edit_number(Editing *e, int i) {
    if (e->x.list[i].kind != LEX_NUMBER) return;
    char *end;
    const long number = strtol(e->x.text + e->x.list[i].at, &end, 10);
    if (end != e->x.text + e->x.list[i].at + e->x.list[i].length || number > 1024) return;
    // Of a coefficient's number the values themselves say which one is meant.
    if (lexeme_is(&e->x, i - 1, "[") && lexeme_is(&e->x, i - 3, ".")) return;
    add_words(e, EDIT_NUMBER, i, i + 1, i, "%ld", number + 1);
    if (number) add_words(e, EDIT_NUMBER, i, i + 1, i, "%ld", number - 1);
    if (number > 1 && (lexeme_is(&e->x, i - 1, "+") || lexeme_is(&e->x, i - 1, "-")))
        add_words(e, EDIT_NUMBER, i, i + 1, i, "0");
    edit_number_of_four(e, i, number);
}

// 1 / 2, 2 / n: of two ints.
static void edit_fraction(Editing *e, int i) {
    const Lexeme *x = &e->x.list[i];
    if (x->kind != LEX_NUMBER || memchr(e->x.text + x->at, '.', (size_t)x->length) ||
        !lexeme_is(&e->x, i + 1, "/"))
        return;
    for (int k = 0; k < x->length; k++)
        if (!isdigit((unsigned char)e->x.text[x->at + (size_t)k])) return;
    add_words(e, EDIT_FRACTION, i, i + 1, i, "%.*s.0f", WORDS(e, i, i + 1));
}

// a * n * n for a * n, and the other way round: of a variable, not of a constant of the file. n * n for n at the end of an index.
void edit_pitch(Editing *e, int i) {
    if (type_of(e, i) == TYPE_POINTER) return; // *p is no product
    const bool before = lexeme_is(&e->x, i - 1, "*") && is_operand_end(e, i - 2),
               behind = lexeme_is(&e->x, i + 1, "*"),
               alone = (lexeme_is(&e->x, i - 1, "+") || lexeme_is(&e->x, i - 1, "-")) &&
                       lexeme_is(&e->x, i + 1, "]") && type_of(e, i) == TYPE_WHOLE;
    if (alone && is_variable(e, i))
        add_words(e, EDIT_PITCH, i, i + 1, i, "%.*s * %.*s", WORDS(e, i, i + 1), WORDS(e, i, i + 1));
    if (!is_variable(e, i) || (!before && !behind) || !islower((unsigned char)e->x.text[e->x.list[i].at]) ||
        lexeme_is(&e->x, i + 1, "[") || lexeme_is(&e->x, i + 1, "."))
        return;
    if (before)
        add_words(e, EDIT_PITCH, i - 1, i + 1, i, " ");
    else
        add_words(e, EDIT_PITCH, i, i + 2, i, " ");
    add_words(e, EDIT_PITCH, i, i + 1, i, "%.*s * %.*s", WORDS(e, i, i + 1), WORDS(e, i, i + 1));
}

// ---- Names ------------------------------------------------------------------------------------------------------

// TILE_X: of an enumeration there are few, and they are easily taken for each other.
bool is_constant(const Editing *e, int i) {
    const Lexeme *x = &e->x.list[i];
    return x->length > 1 && isupper((unsigned char)e->x.text[x->at]) &&
           isupper((unsigned char)e->x.text[x->at + 1]);
}

// Would that name there be compared with itself?
static bool compares_itself(const Editing *e, int i, int name) {
    static const char *const marks[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
    return (lexeme_is_any(&e->x, i - 1, marks) && lexemes_equal(&e->x, i - 2, name)) ||
           (lexeme_is_any(&e->x, i + 1, marks) && lexemes_equal(&e->x, i + 2, name));
}

// Two constants of which one stands for another axis: TILE_X and TILE_Y.
static bool are_axes(const Editing *e, int a, int b) {
    const Lexeme *x = &e->x.list[a], *y = &e->x.list[b];
    int others = 0;
    for (int i = 0; i < x->length && x->length == y->length; i++) {
        const char own = e->x.text[x->at + (size_t)i], other = e->x.text[y->at + (size_t)i];
        if (own == other) continue;
        if (!strchr("XYZ", own) || !strchr("XYZ", other)) return false;
        others++;
    }
    return others == 1;
}

static void edit_name(Editing *e, int i) {
    if (!is_variable(e, i) || is_declared_there(e, i) || is_statement(e, i)) return;
    for (int k = 0; k < e->names; k++) {
        const int before = e->edits->count;
        if (are_siblings(e, i, e->name[k]) && is_known_at(e, e->name[k], i) &&
            !compares_itself(e, i, e->name[k]) && may_be_set(e, i, e->name[k]))
            add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
        if (e->edits->count > before && is_constant(e, i))
            e->edits->list[before].rank -= FEW_CONSTANTS + (are_axes(e, i, e->name[k]) ? FEW_AXES : 0);
        if (e->edits->count > before && is_constant(e, e->name[k]) && !is_used_there(e, e->name[k]))
            e->edits->list[before].rank += FEW_CONSTANTS; // it is of another task
    }
    const bool element =
        lexeme_is(&e->x, i + 1, "[") || lexeme_is(&e->x, i + 1, "=") || lexeme_is(&e->x, i + 1, ".");
    const bool shifted =
        (lexeme_is(&e->x, i + 1, "+") || lexeme_is(&e->x, i + 1, "-")) && e->x.list[i + 2].kind == LEX_NUMBER;
    const bool counted = lexeme_is(&e->x, i - 1, "++") || lexeme_is(&e->x, i - 1, "--") ||
                         lexeme_is(&e->x, i + 1, "++") || lexeme_is(&e->x, i + 1, "--");
    if (element || shifted || counted || is_given_value(e, i) || is_object(e, i) ||
        type_of(e, i) == TYPE_TRUTH)
        return;
    add_words(e, EDIT_SHIFT, i, i + 1, i, "(%.*s - 1)", WORDS(e, i, i + 1));
    add_words(e, EDIT_SHIFT, i, i + 1, i, "(%.*s + 1)", WORDS(e, i, i + 1));
}

bool line_has(const Editing *e, int begin, int end, int line, int name) {
    for (int i = begin; i < end; i++)
        if (e->x.list[i].line == line && lexemes_equal(&e->x, i, name)) return true;
    return false;
}

// Does a suspected line go by the one name, and not by the other?
static bool goes_by(const Editing *e, int name, int other) {
    for (int k = 0; k < SUSPECTED_LINES; k++)
        if (e->lines[k] && line_has(e, e->begin, e->end, e->lines[k], name) &&
            !line_has(e, e->begin, e->end, e->lines[k], other))
            return true;
    return false;
}

// Is the one name's value made of the other: row = y + 8 * i?
static bool is_made_of(const Editing *e, int name, int other) {
    for (int i = e->begin; i < e->end; i++) {
        if (!lexemes_equal(&e->x, i, name) || !lexeme_is(&e->x, i + 1, "=")) continue;
        for (int k = i + 2; k < e->end && !lexeme_is(&e->x, k, ";") && !lexeme_is(&e->x, k, ","); k++)
            if (lexemes_equal(&e->x, k, other)) return true;
    }
    return false;
}

// Is the other name compared in the same line, where a suspected one is: "ty == 0 || y == TY - 1"?
static bool is_compared_beside(const Editing *e, int i, int name) {
    static const char *const marks[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
    bool suspected = false;
    for (int k = 0; k < SUSPECTED_LINES; k++) suspected |= e->lines[k] == e->x.list[i].line;
    for (int k = e->begin; k < e->end && suspected; k++)
        if (e->x.list[k].line == e->x.list[i].line && lexemes_equal(&e->x, k, name) &&
            (lexeme_is_any(&e->x, k + 1, marks) || lexeme_is_any(&e->x, k - 1, marks)))
            return true;
    return false;
}

// "y < 1" in a condition, where a suspected line goes by row, which is made of y, and not by y itself. Of two that are compared
// in one line, "x >= 1 && k <= INNER", it may be the other way round: k is made of x.
static void edit_compared_name(Editing *e, int i) {
    enum { LIKELY = 9 };
    static const char *const marks[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
    if (!is_variable(e, i) || (!lexeme_is_any(&e->x, i + 1, marks) && !lexeme_is_any(&e->x, i - 1, marks)) ||
        type_of(e, i) != TYPE_WHOLE || is_constant(e, i) || is_template(e, i + 1) || is_template(e, i - 1))
        return;
    for (int k = 0; k < e->names; k++) {
        const int name = e->name[k], before = e->edits->count;
        if (type_of(e, name) != TYPE_WHOLE || is_constant(e, name) || e->x.list[name].at > e->x.list[i].at ||
            lexemes_equal(&e->x, name, i))
            continue;
        const bool beside = is_compared_beside(e, i, name);
        if (!((goes_by(e, name, i) || beside) && is_made_of(e, name, i)) &&
            !(beside && is_made_of(e, i, name)))
            continue;
        add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, name, name + 1));
        if (e->edits->count > before) e->edits->list[before].rank -= LIKELY;
    }
}

// "int row = n;": what a variable is given may be any other one of its kind.
static void edit_copied_name(Editing *e, int i) {
    if (!is_variable(e, i) || !lexeme_is(&e->x, i - 1, "=") || e->x.list[i - 2].kind != LEX_NAME ||
        e->x.list[i - 3].kind != LEX_NAME ||
        (!lexeme_is(&e->x, i + 1, ";") && !lexeme_is(&e->x, i + 1, ",")) || type_of(e, i) != TYPE_WHOLE)
        return;
    for (int k = 0; k < e->names; k++)
        if (type_of(e, e->name[k]) == TYPE_WHOLE && !lexemes_equal(&e->x, e->name[k], i) &&
            e->x.list[e->name[k]].at < e->x.list[i].at && !lexemes_equal(&e->x, e->name[k], i - 2)) {
            const int before = e->edits->count;
            add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
            const bool others =
                is_constant(e, e->name[k]) && !is_used_there(e, e->name[k]); // of another task
            if (e->edits->count > before && !others) e->edits->list[before].rank -= FEW_NAMES;
        }
}

static void edit_shift_away(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "min") && !lexeme_is(&e->x, i, "max")) return;
    add_words(e, EDIT_WORD, i, i + 1, i, "%s", lexeme_is(&e->x, i, "min") ? "max" : "min");
}

// ---- Conditions ---------------------------------------------------------------------------------------------------

static const char *const edges[] = {"&&", "||", "(", ")", ";", "?", ":", "=", "{", "}", ",", "return", NULL};

// The words of the comparison around the mark i.
static void comparison_around(const Editing *e, int i, int *from, int *to) {
    for (*from = i; *from > e->begin && !lexeme_is_any(&e->x, *from - 1, edges);) {
        const int mate = e->x.list[*from - 1].mate;
        *from = mate >= 0 && mate < *from ? mate : *from - 1;
    }
    for (*to = i + 1; *to < e->end && !lexeme_is_any(&e->x, *to, edges); ++*to)
        if (e->x.list[*to].mate > *to) *to = e->x.list[*to].mate;
}

// 0 < x < n: what is compared with n is whether 0 < x.
static void edit_chained(Editing *e, int i) {
    static const char *const orders[] = {"<", "<=", ">", ">=", NULL};
    int from, to, first = -1;
    if (!lexeme_is_any(&e->x, i, orders)) return;
    comparison_around(e, i, &from, &to);
    for (int k = from; k < i; k++) {
        if (e->x.list[k].mate > k) k = e->x.list[k].mate;
        if (lexeme_is_any(&e->x, k, orders)) first = k;
    }
    if (first <= from || first + 1 >= i || i + 1 >= to) return;
    const int before = e->edits->count;
    add_words(e, EDIT_CHAINED, from, to, i, "(%.*s && %.*s)", WORDS(e, from, i), WORDS(e, first + 1, to));
    name_words(e, before, from, to);
    make_likely(e, before, 0);
}

// !x & 1: the mark takes x alone.
static void edit_not(Editing *e, int i) {
    static const char *const marks[] = {"&", "|", "^", "%", "==", "!=", "<", ">", "<=", ">=", NULL};
    int from, to;
    const int before = e->edits->count, behind = lexeme_is(&e->x, i, "!") ? end_of_operand(e, i + 1) : -1;
    if (behind < 0 || !lexeme_is_any(&e->x, behind, marks)) return;
    comparison_around(e, behind, &from, &to);
    add_words(e, EDIT_GROUPING, i, to, i, "!(%.*s)", WORDS(e, i + 1, to));
    make_likely(e, before, 0);
}

// Is that name compared in the same statement with the same mark?
static bool is_compared(const Editing *e, int name, int i) {
    for (int k = i; k > e->begin && !lexeme_is(&e->x, k, ";") && !lexeme_is(&e->x, k, "{"); k--)
        if (lexemes_equal(&e->x, k, name) && lexemes_equal(&e->x, k + 1, i)) return true;
    for (int k = i; k < e->end && !lexeme_is(&e->x, k, ";") && !lexeme_is(&e->x, k, "{"); k++)
        if (lexemes_equal(&e->x, k, name) && lexemes_equal(&e->x, k + 1, i)) return true;
    return false;
}

// Where the function has the variable first.
static int place_of(const Editing *e, int i) {
    for (int k = 0; k < e->names; k++)
        if (lexemes_equal(&e->x, e->name[k], i)) return e->name[k];
    return i;
}

// The same comparison for another variable, declared beside it, behind this one.
static void edit_condition(Editing *e, int i) {
    enum { NEAR = 3 };
    static const char *const marks[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
    int from, to;
    if (!lexeme_is_any(&e->x, i, marks) || is_template(e, i)) return;
    comparison_around(e, i, &from, &to);
    if (to <= i + 1 || to - from > 16 || from != i - 1 || !is_variable(e, from)) return;
    const bool either = lexeme_is(&e->x, from - 1, "||") || lexeme_is(&e->x, to, "||");
    for (int k = 0; k < e->names; k++) {
        const int apart = e->x.list[e->name[k]].line - e->x.list[place_of(e, from)].line;
        if (!are_siblings(e, from, e->name[k]) || is_compared(e, e->name[k], i) || abs(apart) > NEAR ||
            !is_known_at(e, e->name[k], i))
            continue;
        const int name = e->name[k], before = e->edits->count;
        add_words(e, EDIT_CONDITION, from, to, from, "%.*s %s %.*s %.*s", WORDS(e, from, to),
                  either ? "||" : "&&", WORDS(e, name, name + 1), WORDS(e, i, to));
        if (e->edits->count > before)
            snprintf(e->edits->list[before].word, sizeof e->edits->list[before].word, "%.*s",
                     e->x.list[name].length, e->x.text + e->x.list[name].at);
    }
}

static void edit_negation(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "if") || !lexeme_is(&e->x, i + 1, "(")) return;
    const int close = e->x.list[i + 1].mate;
    if (close <= i + 2) return;
    add_words(e, EDIT_NEGATION, i + 1, close + 1, i, "(!(%.*s))", WORDS(e, i + 2, close));
    add_words(e, EDIT_ALWAYS, i + 1, close + 1, i, "(true)");
}

// "float sum;": a variable that is declared without a value.
// Ends there an `if` without else, of one statement or of a block?
static bool ends_if(const Editing *e, int last) {
    const Lexeme *x = e->x.list;
    int at = last;
    if (lexeme_is(&e->x, last, "}")) at = x[last].mate;
    if (lexeme_is(&e->x, last, ";"))
        for (at = last - 1; at > e->begin; at--) {
            if (lexeme_is(&e->x, at, ";") || lexeme_is(&e->x, at, "{") || lexeme_is(&e->x, at, "}")) break;
            if (lexeme_is(&e->x, at, "else")) return false;
            if (lexeme_is(&e->x, at, "if"))
                return lexeme_is(&e->x, at + 1, "(") && !lexeme_is(&e->x, at - 1, ")");
        }
    return lexeme_is(&e->x, last, "}") && lexeme_is(&e->x, at - 1, ")") &&
           lexeme_is(&e->x, x[at - 1].mate - 1, "if") && !lexeme_is(&e->x, x[at - 1].mate - 2, ")");
}

static void edit_else(Editing *e, int i) {
    const int before = e->edits->count;
    if (!lexeme_is(&e->x, i, "if") || !ends_if(e, i - 1)) return;
    add_words(e, EDIT_ELSE, i, i + 1, i, "else if");
    make_likely(e, before, 4);
}

static void edit_declaration(Editing *e, int i) {
    static const char *const types[] = {"float", "double", "int", "unsigned", "long", "size_t", NULL};
    if (e->x.list[i].kind == LEX_NAME && lexeme_is_any(&e->x, i - 1, types) && lexeme_is(&e->x, i + 1, ";"))
        add_words(e, EDIT_VALUE, i, i + 1, i, "%.*s = 0", WORDS(e, i, i + 1));
}

void edit_word(Editing *e, int i) {
    edit_mark(e, i);
    edit_axis(e, i);
    edit_extents(e, i);
    edit_share(e, i);
    edit_number(e, i);
    edit_fraction(e, i);
    edit_grouping(e, i);
    edit_digits(e, i);
    edit_remainder(e, i);
    edit_repeated_divisor(e, i);
    edit_row_length(e, i);
    edit_subscripts(e, i);
    edit_index(e, i);
    edit_fixed_index(e, i);
    edit_row(e, i);
    edit_pitch(e, i);
    edit_factor(e, i);
    edit_power(e, i);
    edit_name(e, i);
    edit_compared_name(e, i);
    edit_copied_name(e, i);
    edit_shift_away(e, i);
    edit_bound(e, i);
    edit_pace(e, i);
    edit_chained(e, i);
    edit_not(e, i);
    edit_condition(e, i);
    edit_negation(e, i);
    edit_else(e, i);
    edit_chain(e, i);
    edit_declaration(e, i);
    edit_size(e, i);
    edit_steps(e, i);
    edit_jump(e, i);
    edit_empty(e, i);
    edit_done_once(e, i);
    edit_captures(e, i);
    edit_turned(e, i);
    edit_rotation(e, i);
    edit_rounded_up(e, i);
    edit_whole_rest(e, i);
    edit_ring(e, i);
    edit_wrapped(e, i);
    edit_turns(e, i);
    edit_alternative(e, i);
    edit_addends(e, i);
    edit_origin(e, i);
    edit_clamped(e, i);
    edit_stays(e, i);
    edit_only_next(e, i);
    edit_stored_bound(e, i);
    edit_left_out(e, i);
    edit_again(e, i);
}

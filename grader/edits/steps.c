// What is moved on from one step of a loop to the next: by another distance, or at all; and values that are handed on, each to the
// place of the one before it, with one more among them.
#include <ctype.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { LIKELY = 5, FEW = 3, SHORT_NAME = 2, MOVED = 4, LONGEST_DECLARED = 400 };

static bool is_whole(const Editing *e, int i) {
    return type_of(e, i) == TYPE_WHOLE && !isupper((unsigned char)e->x.text[e->x.list[i].at]);
}

static bool is_array(const Editing *e, int i) {
    return lexeme_is(&e->x, i + 1, "[");
}

// As likely as the nearest of its kind, and one step farther off for each of distance.
static void rate(Editing *e, int before, int about) {
    make_likely(e, before, LIKELY + e->suspicion[about - e->begin] + given_rank(e, about));
}

// "p += n": another number of the function, or n * n; and "step = n": n * n.
static void edit_distance(Editing *e, int i) {
    const bool moves = lexeme_is(&e->x, i - 1, "+=") || lexeme_is(&e->x, i - 1, "-=");
    const bool ends =
        lexeme_is(&e->x, i + 1, ";") || lexeme_is(&e->x, i + 1, ",") || lexeme_is(&e->x, i + 1, ")");
    const bool set = lexeme_is(&e->x, i - 1, "=") && e->x.list[i - 2].kind == LEX_NAME;
    const int before = e->edits->count;
    if ((!moves && !set) || !ends || !is_whole(e, i)) return;
    add_words(e, EDIT_PITCH, i, i + 1, i, "%.*s * %.*s", WORDS(e, i, i + 1), WORDS(e, i, i + 1));
    for (int k = 0; k < e->names && moves; k++)
        if (is_whole(e, e->name[k]) && is_known_at(e, e->name[k], i) &&
            !lexemes_equal(&e->x, e->name[k], i - 2))
            add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
    rate(e, before, i);
}

// "p += n * n": another number of the function, such as what a second pointer moves on by.
static void edit_product(Editing *e, int i) {
    const bool moves = lexeme_is(&e->x, i - 1, "+=") || lexeme_is(&e->x, i - 1, "-=");
    const int before = e->edits->count;
    if (!moves || !is_whole(e, i) || !lexeme_is(&e->x, i + 1, "*") || !is_whole(e, i + 2) ||
        !lexeme_is(&e->x, i + 3, ";"))
        return;
    for (int k = 0; k < e->names; k++)
        if (is_whole(e, e->name[k]) && is_known_at(e, e->name[k], i) &&
            !lexemes_equal(&e->x, e->name[k], i - 2))
            add_words(e, EDIT_WORD, i, i + 3, i, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
    name_words(e, before, i, i + 3);
    rate(e, before, i);
}

// ---- Loops that leave something where it is ------------------------------------------------------------------------------

static bool is_set_in(const Editing *e, int begin, int end, int name) {
    for (int i = begin; i < end; i++)
        if (lexemes_equal(&e->x, i, name) && is_set(e, i) && !lexeme_is(&e->x, i + 1, "[") &&
            !lexeme_is(&e->x, i - 1, "*")) // *p = ... sets what p leads to
            return true;
    return false;
}

// Does it lead to what is loaded or stored: p[0], *p, a[p], a[p + 1], load(a, p)?
static bool leads_somewhere(const Editing *e, int begin, int end, int name) {
    const bool pointer = type_of(e, name) == TYPE_POINTER;
    for (int i = begin; i < end; i++) {
        if (!lexemes_equal(&e->x, i, name)) continue;
        const bool points = lexeme_is(&e->x, i + 1, "[") ||
                            (lexeme_is(&e->x, i - 1, "*") && e->x.list[i - 2].kind == LEX_MARK);
        if (pointer ? points : lexeme_is(&e->x, i - 1, "[") || lexeme_is(&e->x, i - 1, ",")) return true;
    }
    return false;
}

static void add_step(Editing *e, int loop, int close, int moved, int by, bool squared) {
    const char *comma = lexeme_is(&e->x, close - 1, ";") ? "" : ", ";
    const int before = e->edits->count;
    if (squared)
        add_words(e, EDIT_STEP, close, close + 1, loop, "%s%.*s += %.*s * %.*s)", comma,
                  WORDS(e, moved, moved + 1), WORDS(e, by, by + 1), WORDS(e, by, by + 1));
    else
        add_words(e, EDIT_STEP, close, close + 1, loop, "%s%.*s += %.*s)", comma, WORDS(e, moved, moved + 1),
                  WORDS(e, by, by + 1));
    name_words(e, before, moved, moved + 1);
    rate(e, before, loop);
}

static void edit_loop(Editing *e, int i) {
    const int close = e->x.list[i + 1].mate, end = close > i ? statement_end_at(&e->x, i, e->end) : 0;
    int moved = 0;
    if (!lexeme_is(&e->x, i, "for") || close < 0 || e->suspicion[i - e->begin] > MOVED / 2) return;
    for (int k = 0; k < e->names && moved < MOVED; k++) {
        const int name = e->name[k];
        const bool fixed = is_whole(e, name) && is_const(e, name);
        if ((type_of(e, name) != TYPE_POINTER && !is_whole(e, name)) || fixed || !is_known_at(e, name, i) ||
            is_set_in(e, i, end, name) || !leads_somewhere(e, close, end, name))
            continue;
        moved++;
        for (int by = 0; by < e->names; by++) {
            if (!is_whole(e, e->name[by]) || !is_known_at(e, e->name[by], i) || by == k) continue;
            add_step(e, i, close, name, e->name[by], false);
            if (e->x.list[e->name[by]].length <= SHORT_NAME) add_step(e, i, close, name, e->name[by], true);
        }
    }
}

// ---- Values that are handed on -----------------------------------------------------------------------------------------------

// "a = b" at i, of two variables, behind the end of something and before it.
static bool hands_on(const Editing *e, int i) {
    const bool begins = lexeme_is(&e->x, i - 1, ";") || lexeme_is(&e->x, i - 1, ",") ||
                        lexeme_is(&e->x, i - 1, "{") || lexeme_is(&e->x, i - 1, "}"),
               ends = lexeme_is(&e->x, i + 3, ";") || lexeme_is(&e->x, i + 3, ",");
    return begins && ends && lexeme_is(&e->x, i + 1, "=") && type_of(e, i) == TYPE_REAL &&
           type_of(e, i + 2) == TYPE_REAL && !is_array(e, i + 2) && is_variable(e, i) &&
           is_variable(e, i + 2);
}

static void add_between(Editing *e, int i, int to, int from, bool behind) {
    const int before = e->edits->count;
    if (lexemes_equal(&e->x, to, from)) return;
    if (behind)
        add_words(e, EDIT_HANDED, i, i + 3, i, "%.*s, %.*s = %.*s", WORDS(e, i, i + 3), WORDS(e, to, to + 1),
                  WORDS(e, from, from + 1));
    else
        add_words(e, EDIT_HANDED, i, i + 3, i, "%.*s = %.*s, %.*s", WORDS(e, to, to + 1),
                  WORDS(e, from, from + 1), WORDS(e, i, i + 3));
    name_words(e, before, to, to + 1);
    rate(e, before, i);
}

// a = b, c = d for a = b, b = c, c = d; before the first of them, and behind the last, with any other variable.
static void edit_handing_on(Editing *e, int i) {
    if (!hands_on(e, i)) return;
    const bool first = !hands_on(e, i - 4), last = !hands_on(e, i + 4);
    if (!last && !lexemes_equal(&e->x, i + 2, i + 4)) add_between(e, i, i + 2, i + 4, true);
    for (int k = 0; k < e->names; k++) {
        if (type_of(e, e->name[k]) != TYPE_REAL || is_array(e, e->name[k]) || !is_known_at(e, e->name[k], i))
            continue;
        if (last && !lexemes_equal(&e->x, e->name[k], i)) add_between(e, i, i + 2, e->name[k], true);
        if (first && !lexemes_equal(&e->x, e->name[k], i + 2)) add_between(e, i, e->name[k], i, false);
    }
}

// ---- Elements of each round -------------------------------------------------------------------------------------------------

// "a[0]" in a loop over r: a[r].
static void edit_fixed_element(Editing *e, int i) {
    if (e->x.list[i].kind != LEX_NUMBER || !lexeme_is(&e->x, i - 1, "[") || !lexeme_is(&e->x, i + 1, "]") ||
        lexeme_is(&e->x, i - 3, "."))
        return;
    for (int at = e->begin; at < i; at++) {
        const int close = lexeme_is(&e->x, at, "for") ? e->x.list[at + 1].mate : -1;
        const int name = lexeme_is(&e->x, at + 2, "int") ? at + 3 : at + 2;
        if (close < 0 || close > i || statement_end_at(&e->x, at, e->end) <= i ||
            type_of(e, name) != TYPE_WHOLE)
            continue;
        const int before = e->edits->count;
        add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, name, name + 1));
        make_likely(e, before, FEW + e->suspicion[i - e->begin] + given_rank(e, i));
    }
}

void edit_steps(Editing *e, int i) {
    edit_distance(e, i);
    edit_product(e, i);
    edit_loop(e, i);
    edit_handing_on(e, i);
    edit_fixed_element(e, i);
}

// "turn ^= 1;", "slot = (slot + 1) % 3;", "swap(a, b);"
static bool takes_turns(const Editing *e, int at, int next) {
    const int name = lexeme_is(&e->x, at + 1, "::") ? at + 2 : at;
    if ((lexeme_is(&e->x, at + 1, "^") && lexeme_is(&e->x, at + 2, "=")) ||
        (lexeme_is(&e->x, name, "swap") && lexeme_is(&e->x, name + 1, "(")))
        return true;
    bool own = false;
    for (int k = at + 2; k < next && lexeme_is(&e->x, at + 1, "="); k++) own |= lexemes_equal(&e->x, k, at);
    return own;
}

static bool moves_on(const Editing *e, int at, int next) {
    return takes_turns(e, at, next) || lexeme_is(&e->x, at + 1, "+=") || lexeme_is(&e->x, at + 1, "-=") ||
           lexeme_is(&e->x, at, "++") || lexeme_is(&e->x, at + 1, "++") || lexeme_is(&e->x, at, "--") ||
           lexeme_is(&e->x, at + 1, "--");
}

// "left = here;"
static bool is_copy(const Editing *e, int at, int next) {
    return next == at + 4 && lexeme_is(&e->x, at + 1, "=") && e->x.list[at].kind == LEX_NAME &&
           e->x.list[at + 2].kind == LEX_NAME;
}

// Where the round of the loop ends whose body's bracket stands at `open`: the first of the steps at its end, "p += n;", "++z;",
// "left = here;".
static int last_steps(const Editing *e, int open) {
    const int end = e->x.list[open].mate;
    int first = -1;
    for (int at = open + 1, next; at < end; at = next) {
        next = statement_end_at(&e->x, at, end);
        if (!lexeme_is(&e->x, next - 1, ";") || !(moves_on(e, at, next) || is_copy(e, at, next)))
            first = -1;
        else if (first < 0)
            first = at;
    }
    return first;
}

// The bracket of the loop's body around the word i; -1: there is none.
static int loop_around(const Editing *e, int i) {
    for (int k = i; k > e->begin; k--) {
        const int mate = e->x.list[k].mate;
        if (mate >= 0 && mate < k) k = mate;
        if (mate <= k || !lexeme_is(&e->x, k, "{")) continue;
        const int head = lexeme_is(&e->x, k - 1, ")") ? e->x.list[k - 1].mate - 1 : k - 1;
        if (lexeme_is(&e->x, head, "for") || lexeme_is(&e->x, head, "while")) return k;
    }
    return -1;
}

// break, or return, for continue: it leaves out all steps of a loop that are still to come.
static void edit_end_of_loop(Editing *e, int i) {
    const bool ends = lexeme_is(&e->x, i, "break") || lexeme_is(&e->x, i, "return");
    if (!ends || !lexeme_is(&e->x, i + 1, ";") || loop_around(e, i) < 0) return;
    for (int k = e->begin; k < i; k++)
        if (lexeme_is(&e->x, k, "switch")) return; // of which the break may be
    const int before = e->edits->count;
    add_words(e, EDIT_GOES_ON, i, i + 1, i, "continue");
    make_likely(e, before, 0); // there are few, and each changes much
}

// From word `from` on, the first statement that declares, with a value, a name that stands between `steps` and the end of the loop; at the
// steps: none does.
static int declaration_for(const Editing *e, int from, int steps, int end, int *next) {
    for (int at = from; at < steps; at = *next) {
        *next = statement_end_at(&e->x, at, end);
        int equals = at;
        while (equals < *next && !lexeme_is(&e->x, equals, "=")) equals++;
        const bool declares = equals > at + 1 && equals < *next && e->x.list[equals - 1].kind == LEX_NAME &&
                              e->x.list[equals - 2].kind == LEX_NAME;
        for (int k = steps; k < end && declares; k++)
            if (lexemes_equal(&e->x, k, equals - 1)) return at;
    }
    return steps;
}

void edit_jump(Editing *e, int i) {
    edit_end_of_loop(e, i);
    if (!lexeme_is(&e->x, i, "continue") || !lexeme_is(&e->x, i + 1, ";")) return;
    const int loop = loop_around(e, i), steps = loop < 0 ? -1 : last_steps(e, loop), before = e->edits->count;
    if (steps < i) return;
    const int end = e->x.list[loop].mate;
    char declared[LONGEST_DECLARED] = "";
    int behind = i + 2;
    while (behind < steps && lexeme_is(&e->x, behind, "}")) behind++;
    for (int at = behind, next; (at = declaration_for(e, at, steps, end, &next)) < steps; at = next)
        append(declared, sizeof declared, "%.*s ", WORDS(e, at, next));
    add_words(e, EDIT_SKIPPED, i, i + 2, i, "{ %s%.*s continue; }", declared, WORDS(e, steps, end));
    make_likely(e, before, 1);
    name_words(e, before, steps, e->x.list[loop].mate);
}

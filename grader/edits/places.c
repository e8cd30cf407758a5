// Changes of what stands where: two names of a statement exchanged, statements in another order.
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { STATEMENTS = 40, LONGEST = 4000, FEW = 4 };

static bool is_declaration(const Editing *e, int at) {
    return e->x.list[at].kind == LEX_NAME &&
           (e->x.list[at + 1].kind == LEX_NAME || lexeme_is(&e->x, at, "__shared__"));
}

// ---- Two names exchanged ------------------------------------------------------------------------------------------

static void put(char *to, size_t size, const Editing *e, int i) {
    append(to, size, "%.*s", e->x.list[i].length, e->x.text + e->x.list[i].at);
}

// The words [from, to) with two names in each other's place; blanks as they are.
static char *exchanged(const Editing *e, int from, int to, int a, int b) {
    char *text = calloc(1, LONGEST);
    for (int i = from; text && i < to; i++) {
        const Lexeme *word = &e->x.list[i];
        const bool member = lexeme_is(&e->x, i - 1, ".");
        put(text, LONGEST, e,
            !member && lexemes_equal(&e->x, i, a)   ? b
            : !member && lexemes_equal(&e->x, i, b) ? a
                                                    : i);
        if (i + 1 < to) {
            const size_t behind = word->at + (size_t)word->length;
            append(text, LONGEST, "%.*s", (int)(e->x.list[i + 1].at - behind), e->x.text + behind);
        }
    }
    return text;
}

// Would the exchange put indices of an array into another order than it has elsewhere?
static bool spoils_order(const Editing *e, int from, int to, int a, int b) {
    for (int i = from; i < to; i++)
        if ((lexemes_equal(&e->x, i, a) || lexemes_equal(&e->x, i, b)) && in_usual_order(e, i)) return true;
    return false;
}

// Would a name be used that is declared behind it, or declared twice, or a constant be set?
static bool spoils_declaration(const Editing *e, int from, int to, int a, int b) {
    bool declares[2] = {false, false};
    for (int i = from; i < to; i++)
        for (int k = 0; k < 2; k++) {
            if (!lexemes_equal(&e->x, i, k ? b : a)) continue;
            declares[k] |= is_declared_there(e, i);
            if (!may_be_set(e, i, k ? a : b)) return true;
        }
    return declares[0] != declares[1];
}

static void exchange_names(Editing *e, int from, int to) {
    enum { NAMES = 10 };
    int name[NAMES], names = 0;
    if (to - from > 120) return;
    for (int i = from; i < to && names < NAMES; i++) {
        bool again = !is_variable(e, i);
        for (int k = 0; k < names && !again; k++) again = lexemes_equal(&e->x, name[k], i);
        if (!again) name[names++] = i;
    }
    for (int a = 0; a < names; a++)
        for (int b = a + 1; b < names; b++) {
            const int before = e->edits->count;
            if (!are_siblings(e, name[a], name[b]) || spoils_order(e, from, to, name[a], name[b]) ||
                spoils_declaration(e, from, to, name[a], name[b]))
                continue;
            add_edit(e, EDIT_EXCHANGE, from, to, exchanged(e, from, to, name[a], name[b]), name[a]);
            if (e->edits->count == before) continue;
            Edit *edit = &e->edits->list[before];
            edit->word[0] = 0;
            append(edit->word, sizeof edit->word, "`%.*s` and `%.*s`", e->x.list[name[a]].length,
                   e->x.text + e->x.list[name[a]].at, e->x.list[name[b]].length,
                   e->x.text + e->x.list[name[b]].at);
        }
}

// p.z for p.x and p.x for p.z in one statement: of what is no number of a thread, whose axes are changed one by one.
static void exchange_members(Editing *e, int from, int to) {
    static const char *const members[] = {"x", "y", "z", "w", NULL};
    enum { MEMBERS = 8 };
    int member[MEMBERS], count = 0;
    for (int i = from + 2; i < to && count < MEMBERS; i++)
        if (lexeme_is_any(&e->x, i, members) && lexeme_is(&e->x, i - 1, ".") && is_variable(e, i - 2))
            member[count++] = i;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            const int before = e->edits->count, one = member[a], other = member[b];
            if (!lexemes_equal(&e->x, one - 2, other - 2) || lexemes_equal(&e->x, one, other)) continue;
            add_words(e, EDIT_EXCHANGE, one, other + 1, one, "%.*s %.*s %.*s", WORDS(e, other, other + 1),
                      WORDS(e, one + 1, other), WORDS(e, one, one + 1));
            if (e->edits->count == before) continue;
            Edit *edit = &e->edits->list[before];
            edit->word[0] = 0;
            append(edit->word, sizeof edit->word, "`%.*s` and `%.*s`", WORDS(e, one - 2, one + 1),
                   WORDS(e, other - 2, other + 1));
        }
}

enum { ARGUMENTS = 13 };

// Where the arguments of the call begin, and behind the last of them where the next would. Their number, 0 of more than there
// is room for.
static int find_arguments(const Editing *e, int open, int begin[ARGUMENTS + 1]) {
    const int close = e->x.list[open].mate;
    int count = 0;
    begin[0] = open + 1;
    for (int i = open + 1; i <= close; i++) {
        if (e->x.list[i].mate > i) i = e->x.list[i].mate;
        if (i != close && !lexeme_is(&e->x, i, ",")) continue;
        if (count == ARGUMENTS || i == begin[count]) return 0;
        begin[++count] = i + 1;
    }
    return count;
}

static bool is_object_alone(const Editing *e, int i) {
    return is_object(e, i) && (lexeme_is(&e->x, i + 1, ",") || lexeme_is(&e->x, i + 1, ")"));
}

// A pointer stands in the place of no number, and an object of none either.
static bool of_a_kind(const Editing *e, int a, int b) {
    return (type_of(e, a) == TYPE_POINTER) == (type_of(e, b) == TYPE_POINTER) &&
           is_object_alone(e, a) == is_object_alone(e, b);
}

// f(a, b + 1) for f(b + 1, a), and {-n, n} for {n, -n}: of what stands between brackets, the first of which is at `open`.
static void exchange_listed(Editing *e, int open) {
    int begin[ARGUMENTS + 1];
    const int count = find_arguments(e, open, begin);
    if (lexeme_is(&e->x, open - 1, "min") || lexeme_is(&e->x, open - 1, "max")) return;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            const int before = e->edits->count, end_a = begin[a + 1] - 1, end_b = begin[b + 1] - 1;
            if (!of_a_kind(e, begin[a], begin[b])) continue;
            if (b == a + 1)
                add_words(e, EDIT_EXCHANGE, begin[a], end_b, begin[a], "%.*s, %.*s",
                          WORDS(e, begin[b], end_b), WORDS(e, begin[a], end_a));
            else
                add_words(e, EDIT_EXCHANGE, begin[a], end_b, begin[a], "%.*s, %.*s %.*s",
                          WORDS(e, begin[b], end_b), WORDS(e, begin[a + 1], begin[b]),
                          WORDS(e, begin[a], end_a));
            if (e->edits->count == before) continue;
            Edit *edit = &e->edits->list[before];
            edit->word[0] = 0;
            append(edit->word, sizeof edit->word, "`%.*s` and `%.*s`", WORDS(e, begin[a], end_a),
                   WORDS(e, begin[b], end_b));
        }
}

// "T a = f(p), b = f(q);": what two names of a declaration are given.
static void exchange_values(Editing *e, int from, int to) {
    int begin[ARGUMENTS] = {0}, end[ARGUMENTS], count = 0;
    for (int i = from; i < to && count < ARGUMENTS; i++) {
        if (lexeme_is(&e->x, i, "=")) begin[count] = i + 1;
        const bool ends = lexeme_is(&e->x, i, ",") || lexeme_is(&e->x, i, ";");
        if (ends && i > from && begin[count] > from) end[count++] = i;
        if (e->x.list[i].mate > i) i = e->x.list[i].mate;
        if (ends && count < ARGUMENTS) begin[count] = 0;
    }
    for (int a = 0; a + 1 < count; a++) {
        const int b = a + 1, before = e->edits->count;
        add_words(e, EDIT_EXCHANGE, begin[a], end[b], begin[a], "%.*s%.*s%.*s", WORDS(e, begin[b], end[b]),
                  WORDS(e, end[a], begin[b]), WORDS(e, begin[a], end[a]));
        if (e->edits->count == before) continue;
        Edit *edit = &e->edits->list[before];
        edit->rank -= FEW;
        edit->word[0] = 0;
        append(edit->word, sizeof edit->word, "`%.*s` and `%.*s`", WORDS(e, begin[a], end[a]),
               WORDS(e, begin[b], end[b]));
    }
}

static bool is_call(const Editing *e, int i) {
    return e->x.list[i].kind == LEX_NAME && lexeme_is(&e->x, i + 1, "(") && !lexeme_is(&e->x, i, "if") &&
           !lexeme_is(&e->x, i, "for") && !lexeme_is(&e->x, i, "while") && !lexeme_is(&e->x, i, "return");
}

// Those of a statement, or of the head of a compound one, and those of brackets in it.
static void exchange_in(Editing *e, int from, int to) {
    if (is_declaration(e, from)) exchange_values(e, from, to);
    if (is_declaration(e, from)) // what it declares is none of them
        while (from < to && !lexeme_is(&e->x, from - 1, "=")) from++;
    exchange_names(e, from, to);
    exchange_members(e, from, to);
    for (int i = from; i < to; i++)
        if (is_call(e, i)) exchange_listed(e, i + 1);
    for (int i = from; i < to; i++)
        if (opens_values(&e->x, i)) exchange_listed(e, i);
    for (int i = from; i < to; i++)
        if (e->x.list[i].mate > i + 2 && e->x.list[i].mate < to && !lexeme_is(&e->x, i, "{"))
            exchange_names(e, i + 1, e->x.list[i].mate);
}

// ---- Statements ---------------------------------------------------------------------------------------------------

typedef struct {
    int from, to;
} Statement;

// "a = b;" in front of what uses a and does not set it: it may come a statement too early.
static bool replaces_what_is_used(const Editing *e, const Statement *own, const Statement *next) {
    const bool plain = own->to - own->from == 4 && lexeme_is(&e->x, own->from + 1, "=") &&
                       e->x.list[own->from + 2].kind == LEX_NAME;
    bool used = false;
    for (int i = next->from; plain && i < next->to; i++) {
        if (!lexemes_equal(&e->x, i, own->from)) continue;
        if (lexeme_is(&e->x, i + 1, "=")) return false;
        used = true;
    }
    return used;
}

// Statement `which` taken out and put in front of statement `before` (the number behind the last one: at the end).
static void move_statement(Editing *e, const Statement *s, int which, int before) {
    const bool down = before > which;
    for (int i = down ? which : before; i <= (down ? before - 1 : which); i++)
        if (is_declaration(e, s[i].from) && (down || i != which))
            return; // others need it: further up it serves them, too
    const Statement *own = &s[which];
    const int edits_before = e->edits->count;
    char *text = calloc(1, LONGEST);
    if (!text) return;
    if (down)
        append(text, LONGEST, "%.*s\n%.*s", WORDS(e, s[which + 1].from, s[before - 1].to),
               WORDS(e, own->from, own->to));
    else
        append(text, LONGEST, "%.*s\n%.*s", WORDS(e, own->from, own->to),
               WORDS(e, s[before].from, s[which - 1].to));
    const int from = down ? own->from : s[before].from, to = down ? s[before - 1].to : own->to;
    const bool next = down ? before == which + 2 : before == which - 1,
               early = down && next && replaces_what_is_used(e, own, &s[which + 1]);
    if (strlen(text) + 1 < LONGEST)
        add_edit(e, next && !early ? EDIT_ORDER : EDIT_PLACE, from, to, text,
                 down && next && !early ? s[which + 1].from : own->from);
    else
        free(text);
    const bool moves_on = lexeme_is(&e->x, own->from + 1, "+=") || lexeme_is(&e->x, own->from + 1, "-=");
    if (moves_on || early) make_likely(e, edits_before, FEW + e->suspicion[own->from - e->begin]);
}

// "float (*other)[32] = ...", which declares a pointer to rows.
static bool declares_rows(const Editing *e, int at) {
    return e->x.list[at].kind == LEX_NAME && lexeme_is(&e->x, at + 1, "(") && lexeme_is(&e->x, at + 2, "*") &&
           lexeme_is(&e->x, e->x.list[at + 1].mate + 1, "[");
}

// The statements from `first` on are put behind the brace that closes at `to`: about the first that declares nothing. `more`: as many besides
// one; the fewer the likelier.
static void move_tail(Editing *e, int first, int to, int more) {
    int about = first;
    while (about < to - 1 && (is_declaration(e, about) || declares_rows(e, about)))
        about = statement_end_at(&e->x, about, to - 1);
    char *text = about < to - 1 ? calloc(1, LONGEST) : NULL;
    if (!text) return;
    append(text, LONGEST, "}\n%.*s", WORDS(e, first, to - 1));
    const int before = e->edits->count;
    if (strlen(text) + 1 < LONGEST)
        add_edit(e, EDIT_OUTSIDE, first, to, text, about);
    else
        free(text);
    if (e->edits->count > before)
        e->edits->list[before].rank = FEW + more; // a macro may hide what depends on it
}

// if (...) { a; b; c; } for if (...) { a; b; } c; and for if (...) { a; } b; c; an exchange of two takes three.
static void move_out(Editing *e, int from, int to) {
    enum { MOST = 3 };
    const int open =
        lexeme_is(&e->x, from, "if") && lexeme_is(&e->x, from + 1, "(") ? e->x.list[from + 1].mate + 1 : -1;
    if (open < 0 || !lexeme_is(&e->x, open, "{") || e->x.list[open].mate + 1 != to) return;
    int tail[MOST] = {0}; // where the last statements begin, the last one first
    for (int next = statement_end_at(&e->x, open + 1, to - 1); next < to - 1;
         next = statement_end_at(&e->x, next, to - 1)) {
        memmove(tail + 1, tail, (MOST - 1) * sizeof *tail);
        tail[0] = next;
    }
    for (int i = 0; i < MOST && tail[i]; i++)
        if (i || !is_declaration(e, tail[i])) move_tail(e, tail[i], to, i);
}

// if (...) { a; b; } for a; if (...) { b; }, where a gives a variable a value.
static void move_head(Editing *e, int from, int to) {
    const int open =
        lexeme_is(&e->x, from, "if") && lexeme_is(&e->x, from + 1, "(") ? e->x.list[from + 1].mate + 1 : -1;
    if (open < 0 || !lexeme_is(&e->x, open, "{") || e->x.list[open].mate + 1 != to) return;
    const int first = open + 1, behind = statement_end_at(&e->x, first, to - 1), before = e->edits->count;
    if (behind >= to - 1 || !lexeme_is(&e->x, first + 1, "=")) return;
    char *text = calloc(1, LONGEST);
    if (!text) return;
    append(text, LONGEST, "%.*s\n%.*s", WORDS(e, first, behind), WORDS(e, from, first));
    if (strlen(text) + 1 < LONGEST)
        add_edit(e, EDIT_OUTSIDE, from, behind, text, first);
    else
        free(text);
    make_likely(e, before, FEW);
}

static bool is_compound(const Editing *e, int at) {
    return lexeme_is(&e->x, at, "{") || lexeme_is(&e->x, at, "if") || loop_body_at(&e->x, at) >= 0;
}

// What a compound statement begins with, and the blocks in it.
static void edit_compound(Editing *e, int from, int to) {
    move_out(e, from, to);
    move_head(e, from, to);
    if (!lexeme_is(&e->x, from, "{") && lexeme_is(&e->x, from + 1, "("))
        exchange_in(e, from + 2, e->x.list[from + 1].mate);
    for (int i = from; i < to; i++) {
        if (lexeme_is(&e->x, i, "{")) {
            edit_block(e, i + 1, e->x.list[i].mate);
            i = e->x.list[i].mate;
        } else if (lexeme_is(&e->x, i, "(")) {
            i = e->x.list[i].mate;
        } else if (i > from && lexeme_is(&e->x, i - 1, ")")) {
            exchange_in(e, i, statement_end_at(&e->x, i, to));
        }
    }
}

void edit_block(Editing *e, int begin, int end) {
    Statement s[STATEMENTS];
    int count = 0;
    for (int at = begin; at < end && count < STATEMENTS; count++) {
        s[count].from = at;
        s[count].to = at = statement_end_at(&e->x, at, end);
    }
    for (int i = 0; i < count; i++) {
        if (is_compound(e, s[i].from))
            edit_compound(e, s[i].from, s[i].to);
        else
            exchange_in(e, s[i].from, s[i].to);
    }
    for (int i = 0; i < count; i++)
        for (int before = 0; before <= count && count <= 16; before++)
            if (before != i && before != i + 1) move_statement(e, s, i, before);
}

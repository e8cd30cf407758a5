// A lambda with copies of variables that are changed behind it: with references it has their new values.
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { LONGEST = 400 };

// A [ that stands behind no operand begins a lambda. Where its body begins: -1, it has none.
static int lambda_body(const Editing *e, int i) {
    const Lexeme *x = e->x.list;
    if (!lexeme_is(&e->x, i, "[") || lexeme_is(&e->x, i - 1, "[") || lexeme_is(&e->x, i - 1, "]") ||
        lexeme_is(&e->x, i - 1, ")") || x[i - 1].kind == LEX_NUMBER ||
        (x[i - 1].kind == LEX_NAME && !lexeme_is(&e->x, i - 1, "return")))
        return -1;
    int at = x[i].mate + 1;
    if (lexeme_is(&e->x, at, "(")) at = x[at].mate + 1;
    while (at < e->end && !lexeme_is(&e->x, at, "{") && !lexeme_is(&e->x, at, ";")) at++;
    return lexeme_is(&e->x, at, "{") ? at : -1;
}

static bool is_changed(const Editing *e, int i) {
    static const char *const marks[] = {"%=", "^=", "|=", "&=", "<<=", ">>=", NULL};
    return is_set(e, i) || lexeme_is(&e->x, i - 1, "--") || lexeme_is_any(&e->x, i + 1, marks);
}

// Has the lambda its own copy of what the word i of its body names: of a variable of the function, declared before it?
static bool is_captured(const Editing *e, int open, int i) {
    const int close = e->x.list[open].mate;
    if (!is_variable(e, i)) return false;
    bool known = false, listed = lexeme_is(&e->x, open + 1, "=");
    for (int k = 0; k < e->names && !known; k++)
        known = lexemes_equal(&e->x, e->name[k], i) && e->name[k] < open && is_known_at(e, e->name[k], open);
    for (int k = close + 1; k < i; k++) // its own parameter or variable
        if (lexemes_equal(&e->x, k, i) && e->x.list[k - 1].kind == LEX_NAME &&
            !lexeme_is(&e->x, k - 1, "return"))
            return false;
    for (int k = open + 1; k < close; k++)
        if (lexemes_equal(&e->x, k, i)) listed = !lexeme_is(&e->x, k - 1, "&");
    return known && listed;
}

// Where the variable is changed behind the lambda, which ends at `from`; 0: nowhere.
static int change_behind(const Editing *e, int name, int from) {
    for (int i = from; i < e->end; i++)
        if (lexemes_equal(&e->x, i, name) && is_changed(e, i) && !lexeme_is(&e->x, i + 1, "[")) return i;
    return 0;
}

// Its first copy that is changed behind it, and where; 0: there is none.
static int find_stale(const Editing *e, int open, int body, int *change) {
    const int end = e->x.list[body].mate;
    for (int i = body + 1; i < end; i++) {
        *change = is_captured(e, open, i) ? change_behind(e, i, end + 1) : 0;
        if (*change) return i;
    }
    return 0;
}

// Names each with & before it, between these words.
static void add_references(const Editing *e, int from, int to, char text[LONGEST]) {
    for (int i = from; i < to; i++) {
        const bool copied = e->x.list[i].kind == LEX_NAME && (i == from || lexeme_is(&e->x, i - 1, ","));
        append(text, LONGEST, "%s%.*s%s", copied ? "&" : "", WORDS(e, i, i + 1),
               lexeme_is(&e->x, i, ",") ? " " : "");
    }
}

// [&] for [=], where nothing but references stands beside it, and for [x, y] [&x, &y]. False: it is neither, or too long.
static bool with_references(const Editing *e, int open, char text[LONGEST]) {
    const int close = e->x.list[open].mate;
    const bool all = lexeme_is(&e->x, open + 1, "=");
    for (int i = open + 2; i < close && all; i++)
        if (lexeme_is(&e->x, i, ",") && !lexeme_is(&e->x, i + 1, "&")) return false;
    append(text, LONGEST, "[%s", all ? "&" : "");
    if (!all) add_references(e, open + 1, close, text);
    append(text, LONGEST, "]");
    return strlen(text) + 1 < LONGEST;
}

void edit_captures(Editing *e, int i) {
    char text[LONGEST] = "";
    int change = 0;
    const int body = lambda_body(e, i), before = e->edits->count;
    const int stale = body < 0 ? 0 : find_stale(e, i, body, &change);
    if (!stale || !with_references(e, i, text)) return;
    add_words(e, EDIT_CAPTURE, i, e->x.list[i].mate + 1, i, "%s", text);
    make_likely(e, before, 1); // there are few
    name_words(e, before, stale, stale + 1);
    if (e->edits->count > before) e->edits->list[before].last_line = e->x.list[change].line;
}

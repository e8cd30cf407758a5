// Parentheses that a text lacks: around a part of an expression, or in a macro's text. Each is tried and taken back.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool try_brackets(Trial *t, int first, int last) {
    static const char *const open[] = {"(", NULL}, *const close[] = {")", NULL};
    return try_around(t, first, last, open, close);
}

// Where the operand of a bracket or an assignment begins that holds `at`, and where it ends.
static int operand_begin(const Trial *t, int at) {
    static const char *const marks[] = {"=", "+=", ",", ";", "{", "return", "&&", "||", "?", ":", NULL};
    int depth = 0;
    for (at--;; at--) {
        const HostToken *x = &t->text->token[at];
        depth += token_is(x, ")") || token_is(x, "]");
        depth -= token_is(x, "(") || token_is(x, "[");
        if (depth < 0 || (!depth && token_is_one_of(x, marks))) return at + 1;
    }
}

int operand_end(const Trial *t, int at) {
    static const char *const marks[] = {",", ";", "}", "&&", "||", "?", ":", NULL};
    int depth = 0;
    for (at++;; at++) {
        const HostToken *x = &t->text->token[at];
        depth += token_is(x, "(") || token_is(x, "[");
        depth -= token_is(x, ")") || token_is(x, "]");
        if (depth < 0 || (!depth && token_is_one_of(x, marks)) || at + 1 >= t->text->count) return at - 1;
    }
}

bool try_parentheses(Trial *t, Cause *cause, int i) {
    static const char *const marks[] = {"+",  "-", "*", "/", "%",  "&", ">>", "<<",
                                        "==", "<", ">", "|", "!=", "^", NULL};
    const HostToken *at = &t->text->token[i];
    if (!token_is_one_of(at, marks) || !is_operand(at - 1)) return false;
    const int begin = operand_begin(t, i), end = operand_end(t, i);
    bool found = begin < i - 1 && try_brackets(t, begin, i - 1);
    if (!found && end > i + 1) found = try_brackets(t, i + 1, end);
    if (found)
        SAY(route,
            "Parentheses are missing in this line: `%s` binds %s than what stands beside it, and takes only a part "
            "of what it is to work on.",
            at->text,
            token_is(at, "*") || token_is(at, "/") || token_is(at, "%") ? "more strongly" : "otherwise");
    return found;
}

// The text of a macro in parentheses, and its arguments too.
bool try_macros(Trial *t, Cause *cause) {
    HostText *own = t->text, *other = own->macros ? calloc(1, sizeof *other) : NULL;
    int found = -1;
    for (int m = 0; other && m < own->macros && found < 0; m++) {
        other->bracketed_macro = m + 1;
        if (!host_text_read(other, t->path, t->root)) continue;
        t->text = other;
        if (t->all_right(t)) found = m;
        t->text = own;
    }
    free(other);
    if (found < 0) return false;
    SAY(route,
        "The macro `%s` has no parentheses around its text, or around a parameter in it: what stands beside it where "
        "it is used is taken together with a part of it.",
        own->macro[found].name);
    cause->place.line = own->macro[found].line;
    cause->place.column = own->macro[found].column;
    return true;
}

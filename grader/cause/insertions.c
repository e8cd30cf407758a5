// A factor, a summand or a value that a line lacks: each is tried behind an operand, and taken back.
#include <stdio.h>
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool try_joined(Trial *t, int at, const char *mark, const char *operand, TokenKind kind) {
    HostToken more[2] = {{.kind = TOKEN_MARK}, {.kind = kind}};
    snprintf(more[0].text, HOST_NAME, "%s", mark);
    snprintf(more[1].text, HOST_NAME, "%s", operand);
    return try_more(t, at, more, 2);
}

static void say_missing(Cause *cause, const HostToken *at, const char *what) {
    const bool bracket = token_is(at, ")") || token_is(at, "]");
    SAY(route, "In this line something is missing behind `%s%s`: %s.", bracket ? "..." : "", at->text, what);
}

// "size[axis]": of an index one more or less is likelier than half of it, which is the same for 1 and 2.
static bool try_next_index(Trial *t, Cause *cause, int i) {
    const HostToken *at = &t->text->token[i];
    if (!i || !token_is(at - 1, "[") || !token_is(at + 1, "]")) return false;
    const bool less = try_joined(t, i, "-", "1", TOKEN_NUMBER);
    if (!less && !try_joined(t, i, "+", "1", TOKEN_NUMBER)) return false;
    SAY(route, "The index `%s` in this line is one too %s.", at->text, less ? "many" : "few");
    return true;
}

bool try_insertions(Trial *t, Cause *cause, int i) {
    static const char *const marks[] = {"*", "/", "+", "-", ","}, *const what[] = {
                                                                      "a factor", "it is to be divided",
                                                                      "one more summand", "one more summand",
                                                                      "one more value"};
    const HostToken *at = &t->text->token[i];
    if (!is_operand(at) || is_assigned(at) || token_is(at + 1, "(") || token_is(at + 1, "[") ||
        at[1].kind == TOKEN_NAME)
        return false;
    if (try_next_index(t, cause, i)) return true;
    const bool ends = token_is(at + 1, "}") || token_is(at + 1, ")"); // a list
    for (int m = at->kind == TOKEN_NUMBER ? 2 : 0; m < 4 + ends;
         m++) { // a number times another one is a number
        for (int k = 0; k < t->names; k++)
            if (try_joined(t, i, marks[m], t->name[k], TOKEN_NAME))
                return say_missing(cause, at, what[m]), true;
        if (m < 4 && try_joined(t, i, marks[m], m < 2 ? "2" : "1", TOKEN_NUMBER))
            return say_missing(cause, at, what[m]), true;
    }
    return false;
}

// The same with a variable that is set above.
bool try_local_insertions(Trial *t, Cause *cause, int begin, int i) {
    static const char *const marks[] = {"*", "+", "-"}, *const what[] = {"a factor", "one more summand",
                                                                         "one more summand"};
    const HostToken *at = &t->text->token[i];
    if (!is_value_token(t, i) || token_is(at + 1, "[")) return false;
    for (int m = 0; m < 3; m++)
        for (int k = begin; k < i; k++) {
            const HostToken *local = &t->text->token[k];
            if (local->kind == TOKEN_NAME && token_is(local + 1, "=") && strcmp(local->text, at->text) &&
                try_joined(t, i, marks[m], local->text, TOKEN_NAME))
                return say_missing(cause, at, what[m]), true;
        }
    return false;
}

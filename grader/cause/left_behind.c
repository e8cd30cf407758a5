// Of several pointers that move on together in a loop, one that stays: "here += step; north += step;", and no word of south.
#include <string.h>

#include "grader/cause/slips.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// "name += step;" at token i?
static bool moves_on(const HostText *t, int i) {
    const bool begins = token_is(&t->token[i - 1], ";") || token_is(&t->token[i - 1], "{") ||
                        token_is(&t->token[i - 1], "}") || token_is(&t->token[i - 1], ")");
    return begins && t->token[i].kind == TOKEN_NAME && token_is(&t->token[i + 1], "+=") &&
           token_is(&t->token[i + 3], ";");
}

// The innermost loop with braces around token `at`: its {, and the token behind its }. 0: there is none.
static int loop_around(const HostText *t, int body, int at, int *end) {
    int found = 0;
    for (int k = body; k < at; k++) {
        const bool loop = token_is(&t->token[k], "for") || token_is(&t->token[k], "while");
        if (!loop || !token_is(&t->token[k + 1], "(")) continue;
        const int open = host_bracket_end(t, k + 1);
        if (open >= at || !token_is(&t->token[open], "{") || host_bracket_end(t, open) <= at) continue;
        found = open, *end = host_bracket_end(t, open);
    }
    return found;
}

// Between the tokens: is the name used, and is it given another value?
static bool is_used(const HostText *t, int from, int to, const char *name, bool *set) {
    bool used = false;
    *set = false;
    for (int k = from; k < to; k++) {
        if (!token_is(&t->token[k], name)) continue;
        used = true;
        const HostToken *behind = &t->token[k + 1];
        *set |= token_is(behind, "=") || token_is(behind, "+=") || token_is(behind, "-=") ||
                token_is(behind, "++") || token_is(behind, "--") || token_is(&t->token[k - 1], "++") ||
                token_is(&t->token[k - 1], "&");
    }
    return used;
}

// A pointer that is declared between the tokens and begins at a place beside that of `other`: "*south = here + width"; 0: none.
static int declared_beside(const HostText *t, int from, int to, const char *other, int behind) {
    for (int k = from > behind ? from : behind + 1; k + 3 < to; k++)
        if (token_is(&t->token[k - 1], "*") && t->token[k].kind == TOKEN_NAME &&
            token_is(&t->token[k + 1], "=") && token_is(&t->token[k + 2], other) &&
            (token_is(&t->token[k + 3], "+") || token_is(&t->token[k + 3], "-")))
            return k;
    return 0;
}

bool say_left_behind(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    enum { STATEMENT = 4 };
    const HostToken *first = &t->token[i], *second = first + STATEMENT;
    int end = 0;
    if (i + 2 * STATEMENT >= t->count || !moves_on(t, i) || !moves_on(t, i + STATEMENT) ||
        !token_is(first + 2, second[2].text))
        return false;
    const int loop = loop_around(t, body, i, &end);
    if (!loop) return false;
    for (int k = 0; (k = declared_beside(t, body, loop, first->text, k)) != 0;) {
        bool set;
        if (token_is(&t->token[k], second->text) || !is_used(t, loop, end, t->token[k].text, &set) || set)
            continue;
        blame_slip(cause, e, second);
        SAY(what,
            "`%s` and `%s` move on by `%s` here. `%s`, which begins beside `%s`, stays where it is, and is used in each step.",
            first->text, second->text, first[2].text, t->token[k].text, first->text);
        SAY(next, "Move it on with them: %s += %s;", t->token[k].text, first[2].text);
        return true;
    }
    return false;
}

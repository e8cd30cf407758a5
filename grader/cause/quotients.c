// Divisions of whole numbers that are to be rounded up, or not to be cut off at all. always_one_more.c has those that round up too far.
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// This division alone, or all that follow in the statement, too.
static bool try_division(Trial *t, HostToken *at, Division division, bool all) {
    HostToken *end = all ? &t->text->token[trial_statement_end(t, (int)(at - t->text->token))] : at + 1;
    for (HostToken *x = at; x < end; x++)
        if (token_is(x, "/")) x->division = division;
    const bool good = t->all_right(t);
    for (HostToken *x = at; x < end; x++) x->division = DIVIDE_AS_C;
    return good;
}

// Is the argument one of a function of the student's file? Its parameter may keep the fraction: there it is tried in the function.
static bool is_of_own_function(const Trial *t, int i) {
    const HostToken *token = t->text->token;
    int depth = 0, begin, end;
    for (i--; i > 1; i--) {
        depth += token_is(&token[i], ")") - token_is(&token[i], "(");
        if (depth < 0)
            return token[i - 1].kind == TOKEN_NAME &&
                   host_function(t->text, token[i - 1].text, &begin, &end) && token[begin].line;
    }
    return false;
}

// "f(x" or ", x" of a call whose parameter is a whole number, with the fraction of x rounded up.
static bool try_argument(Trial *t, int i) {
    static const char *const before[] = {"ceil", "(", NULL}, *const behind[] = {")", NULL};
    const HostToken *token = t->text->token;
    if ((!token_is(&token[i - 1], "(") && !token_is(&token[i - 1], ",")) || token[i].kind != TOKEN_NAME ||
        is_of_own_function(t, i))
        return false;
    const int last = one_operand_end(t, i);
    return (token_is(&token[last + 1], ",") || token_is(&token[last + 1], ")")) &&
           try_around(t, i, last, before, behind);
}

bool try_quotients(Trial *t, Cause *cause, int i) {
    HostToken *at = &t->text->token[i];
    if (try_always_one_more(t, cause, i)) return true;
    if (try_argument(t, i)) {
        SAY(route,
            "`%s` has a fraction, and is passed on here as a whole number: the fraction is cut off on the way, before anything "
            "is rounded up.",
            at->text);
        SAY(next, "Round up first, ceil(%s), or divide as a double and round up what comes out.", at->text);
        return true;
    }
    if (!token_is(at, "/")) return false;
    if (try_division(t, at, DIVIDE_CEILING, false)) {
        SAY(route,
            "The division in this line is one of integers and drops what is left over: here it has to be "
            "rounded up.");
        return true;
    }
    if (!try_division(t, at, DIVIDE_EXACT, false) && !try_division(t, at, DIVIDE_EXACT, true)) return false;
    SAY(route,
        "The division in this line is one of integers: it drops what stands behind the point, and that is needed "
        "here.");
    return true;
}

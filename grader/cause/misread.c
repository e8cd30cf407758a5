// Text that C reads otherwise than it looks: (a, b, c) where a dim3 is meant, a statement that begins with +, a + b ? c : d, a case
// without break, ! for ~, a copy that is changed in place of the caller's variable.
#include <string.h>

#include "grader/cause/slips.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool is_one_of(const HostToken *token, const char *const *marks, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (token_is(token, marks[i])) return true;
    return false;
}
#define IS_ONE_OF(token, ...)                                                                                \
    is_one_of(token, (const char *const[]){__VA_ARGS__},                                                     \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

// "grid = (a, b, c);": the comma computes one after the other, and the last one is the value.
static bool say_comma(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!token_is(&t->token[i], "=") || !token_is(&t->token[i + 1], "(")) return false;
    const int end = host_bracket_end(t, i + 1);
    int last = 0, depth = 0;
    for (int k = i + 2; k < end - 1; k++) {
        depth += IS_ONE_OF(&t->token[k], "(", "[", "{") - IS_ONE_OF(&t->token[k], ")", "]", "}");
        if (!depth && token_is(&t->token[k], ",")) last = k;
    }
    if (!last || !token_is(&t->token[end], ";")) return false;
    blame_slip(cause, e, &t->token[i - 1]);
    SAY(what,
        "A comma between numbers in parentheses computes one after the other and keeps the last: this is `");
    for (int k = last + 1; k < end - 1; k++) SAY(what, "%s%s", k > last + 1 ? " " : "", t->token[k].text);
    SAY(what, "` alone, and not all of them.");
    SAY(next, "Write dim3(x, y, z) for the numbers of blocks or threads along the three axes.");
    return true;
}

// "...; + c * x;": the `;` before it has ended the sum.
static bool say_no_effect(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *sign = &t->token[i + 1];
    if (!token_is(&t->token[i], ";") || !IS_ONE_OF(sign, "+", "-")) return false;
    const int end = end_of_statement(t, i + 1);
    for (int k = i + 1; k < end; k++)
        if (strchr(t->token[k].text, '=') || IS_ONE_OF(&t->token[k], "++", "--")) return false;
    if (!token_is(&t->token[end], ";")) return false; // the third part of a for
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "The `;` at the end of this line ends the sum. What follows in line %d, from the `%s` on, is a statement of its own that does "
        "nothing.",
        sign->line, sign->text);
    SAY(next, "Leave out this `;`. The compiler warns of such lines: \"expression has no effect\".");
    return true;
}

// "p + inside ? a : b" is "(p + inside) ? a : b".
static bool say_question(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *asked = &t->token[i - 1], *operator= & t->token[i - 2];
    if (!token_is(&t->token[i], "?") || asked->kind != TOKEN_NAME || !IS_ONE_OF(operator, "+", "*"))
        return false;
    for (int k = i - 2, depth = 0; k > 0; k--) {
        const HostToken *token = &t->token[k];
        depth += IS_ONE_OF(token, ")", "]") - IS_ONE_OF(token, "(", "[");
        if (depth < 0 || IS_ONE_OF(token, ";", "{", "}", "=", ",", "return")) break;
        if (!depth && IS_ONE_OF(token, "<", ">", "<=", ">=", "==", "!=", "&&", "||", "&", "%")) return false;
    }
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "`%s` binds before `?`: what is asked here is not whether `%s` holds, but whether `%s %s %s` is other than 0, and one of "
        "the two behind the `?` is the whole value.",
        operator->text, asked->text, t->token[i - 3].text, operator->text, asked->text);
    SAY(next, "Put the choice in parentheses: ... %s (%s ? ... : ...).", operator->text, asked->text);
    return true;
}

// "case 0: x = 1; default: ...": the next case is done as well.
static bool say_no_break(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!IS_ONE_OF(&t->token[i], "case", "default") || !token_is(&t->token[i - 1], ";")) return false;
    int first = i - 1;
    while (first > 0 && !IS_ONE_OF(&t->token[first - 1], ";", "{", "}", ":")) first--;
    for (int k = first; k < i; k++)
        if (IS_ONE_OF(&t->token[k], "break", "return", "continue", "goto", "fallthrough", "__trap"))
            return false;
    blame_slip(cause, e, &t->token[first]);
    SAY(what, "No `break` comes behind this: what stands in line %d, for another case, is done as well.",
        t->token[i].line);
    SAY(next, "Write break; at the end of each case.");
    return true;
}

// "n & !1": of a number other than 0 it makes 0.
static bool say_not_number(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *number = &t->token[i + 1];
    if (!token_is(&t->token[i], "!") || number->kind != TOKEN_NUMBER ||
        !IS_ONE_OF(&t->token[i - 1], "&", "|", "^"))
        return false;
    blame_slip(cause, e, &t->token[i]);
    SAY(what, "`!` asks whether a number is 0: !%s is %s. `~` turns over its bits.", number->text,
        strspn(number->text, "0") == strlen(number->text) ? "1" : "0");
    SAY(next, "Write ~%s for all bits but those of %s.", number->text, number->text);
    return true;
}

static bool by_reference(const HostText *t, int parameter) {
    for (int k = parameter - 1; k > 0 && !IS_ONE_OF(&t->token[k], ",", "(", ";"); k--)
        if (IS_ONE_OF(&t->token[k], "&", "&&")) return true;
    return false;
}

static bool in_loop(const HostText *t, int body, int at) {
    for (int k = body; k < at; k++)
        if (IS_ONE_OF(&t->token[k], "for", "while", "do") && end_of_statement(t, k + 1) > at) return true;
    return false;
}

// "void next(const float *from) { ...; from += step; }": the last that is done is lost.
static bool say_own_copy(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    const HostToken *name = &t->token[i];
    if (name->kind != TOKEN_NAME || strchr(name->text, '.') || !IS_ONE_OF(&t->token[i - 1], ";", "{", "}") ||
        !IS_ONE_OF(name + 1, "=", "+=", "-=", "*=", "++", "--"))
        return false;
    const int parameter = parameter_named(t, body, name);
    if (!parameter || by_reference(t, parameter) || in_loop(t, body, i)) return false;
    for (int k = i + 1; k < host_bracket_end(t, body); k++)
        if (token_is(&t->token[k], name->text)) return false;
    blame_slip(cause, e, name);
    SAY(what,
        "`%s` is this function's own copy of what it was given. It is changed here and not used any more: the variable of who calls "
        "the function stays as it is.",
        name->text);
    SAY(next,
        "Take a reference, with & before the parameter's name, or change the variable where the function is called.");
    return true;
}

bool say_misread(Cause *cause, const Explained *e, const HostText *t, int i) {
    return say_comma(cause, e, t, i) || say_no_effect(cause, e, t, i) || say_question(cause, e, t, i) ||
           say_not_number(cause, e, t, i);
}

bool say_lost(Cause *cause, const Explained *e, const HostText *t, int body, int i, bool helper) {
    return (helper && say_own_copy(cause, e, t, body, i)) || say_no_break(cause, e, t, i);
}

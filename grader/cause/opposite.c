// A condition, or a truth value, that is the other way round: its opposite is tried.
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Of words that are a condition: its first and its last one.
typedef struct {
    int first, last;
} Condition;

// What stands in front of the ? at i, up to what it is part of.
static Condition before_question(const Trial *t, int i) {
    static const char *const edges[] = {"=", "+=", "-=",     "*=", "|=", ",", ";",
                                        "{", "}",  "return", "?",  ":",  NULL};
    const HostToken *token = t->text->token;
    int first = i, depth = 0;
    while (first > 1) {
        const HostToken *before = &token[first - 1];
        depth += token_is(before, ")") || token_is(before, "]");
        depth -= token_is(before, "(") || token_is(before, "[");
        if (depth < 0 || (!depth && token_is_one_of(before, edges))) break;
        first--;
    }
    return (Condition){first, i - 1};
}

// From a word to the end of the value that begins there.
static Condition value_at(const Trial *t, int i) {
    int last = i, depth = 0;
    for (; last < t->text->count; last++) {
        const HostToken *x = &t->text->token[last];
        depth += token_is(x, "(") - token_is(x, ")");
        if (depth < 0 || (!depth && (token_is(x, ",") || token_is(x, ";")))) break;
    }
    return (Condition){i, last - 1};
}

// Does the function whose body begins there give a truth value?
static bool gives_truth(const Trial *t, int begin) {
    const int open = host_bracket_begin(t->text, begin - 1);
    return open > 2 && token_is(&t->text->token[open - 2], "bool");
}

// The condition that the word at i begins, or decides by. False: there is none.
static bool condition_at(const Trial *t, int begin, int i, Condition *c) {
    const HostToken *at = &t->text->token[i];
    if ((token_is(at, "if") || token_is(at, "while")) && token_is(at + 1, "("))
        *c = (Condition){i + 2, host_bracket_end(t->text, i + 1) - 2};
    else if (token_is(at, "?"))
        *c = before_question(t, i);
    else if (token_is(at, "bool") && at[1].kind == TOKEN_NAME && token_is(at + 2, "="))
        *c = value_at(t, i + 3);
    else if (token_is(at, "return") && gives_truth(t, begin))
        *c = value_at(t, i + 1);
    else
        return false;
    return c->first <= c->last;
}

// A number is asked for, not a comparison of it.
static bool asks_for_number(const Trial *t, const Condition *c) {
    static const char *const truths[] = {
        "<", "<=", ">", ">=", "==", "!=", "&&", "||", "!", "true", "false", NULL};
    bool number = false;
    for (int i = c->first; i <= c->last; i++) {
        const HostToken *at = &t->text->token[i];
        if (token_is_one_of(at, truths)) return false;
        number |= token_is(at, "&") || token_is(at, "%");
    }
    return number;
}

// What is asked for is the value of a variable, which may as well be what is wrong: its line.
static void name_value(const Trial *t, Cause *cause, const Condition *c) {
    const HostToken *name = &t->text->token[c->last];
    const bool negated = c->last == c->first + 1 && token_is(name - 1, "!");
    if (name->kind != TOKEN_NAME || (c->first != c->last && !negated)) return;
    cause->other = (SourcePlace){.line = line_of_value(t->path, name->line, name->text)};
    cause->other_what[0] = 0;
    if (!cause->other.line || cause->other.line == name->line) {
        cause->other.line = 0;
        return;
    }
    SAY(other.file, "%s", t->path);
    SAY(other_what, "Or `%s` is, which gets its value here", name->text);
}

bool try_opposite(Trial *t, Cause *cause, int begin, int i) {
    static const char *const before[] = {"!", "(", NULL}, *const behind[] = {")", NULL};
    Condition c;
    if (!condition_at(t, begin, i, &c) || !try_around(t, c.first, c.last, before, behind)) return false;
    const HostToken *at = &t->text->token[i];
    const bool value = token_is(at, "bool") || token_is(at, "return");
    SAY(route, "The %s in this line is the other way round: with its opposite every answer is right.",
        value ? "truth value" : "condition");
    if (asks_for_number(t, &c))
        SAY(next, "A number is true where it is not 0: x & 1, like x %% 2, is true where x is odd.");
    else
        SAY(next,
            "Try the condition by hand with one element that is to take the first way, and with one that is not.");
    name_value(t, cause, &c);
    return true;
}

// Numbers that are to be rounded down to a multiple, as x / 2 * 2 and x & ~1 are, or not to be: of whole numbers that is not x itself.
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// "/ 2 * 2", "/ 2u * 2", ">> 1 << 1", "& ~1", "- x % 2" behind an operand: how many words that are; 0: it is something else.
static int rounding_at(const Trial *t, int i) {
    const HostToken *at = &t->text->token[i];
    if (!is_operand(at - 1)) return 0;
    const bool same = !strcmp(at[1].text, at[3].text);
    if (same && token_is(at, "/") && token_is(at + 2, "*")) return 4;
    if (same && token_is(at, ">>") && token_is(at + 2, "<<")) return 4;
    if (token_is(at, "&") && token_is(at + 1, "~") && at[2].kind == TOKEN_NUMBER) return 3;
    return token_is(at, "-") && token_is(at + 2, "%") && !strcmp(at[-1].text, at[1].text) ? 4 : 0;
}

static void say_words(const Trial *t, int from, int count, char *words, size_t size) {
    words[0] = 0;
    for (int i = 0; i < count; i++)
        append(words, size, "%s%s", i && !token_is(&t->text->token[from + i - 1], "~") ? " " : "",
               t->text->token[from + i].text);
}

static void say_next(Cause *cause) {
    SAY(next, "Work it out for 1 and for 3: of whole numbers 3 / 2 * 2 is 2, and does not cancel to 3.");
}

static bool is_place(const HostToken *at) {
    return at->kind == TOKEN_NAME &&
           (!strncmp(at->text, "threadIdx.", 10) || !strncmp(at->text, "blockIdx.", 9));
}

// Is it the number of a thread or a block, or made of one? Of other numbers, such as n, multiples come right by chance.
static bool is_made_of_place(const Trial *t, int begin, int i) {
    const HostToken *token = t->text->token;
    bool made = is_place(&token[i]);
    for (int k = begin; k < i && !made; k++)
        if (!strcmp(token[k].text, token[i].text) && token_is(&token[k + 1], "="))
            for (int v = k + 2; v < i && !token_is(&token[v], ";"); v++) made |= is_place(&token[v]);
    return made;
}

// Is the product that it begins divided, as in x * y / 2? What is to be divided first is another question.
static bool is_divided_later(const Trial *t, int i) {
    int at = one_operand_end(t, i) + 1;
    while (token_is(&t->text->token[at], "*")) at = one_operand_end(t, at + 1) + 1;
    return token_is(&t->text->token[at], "/");
}

bool try_rounded_down(Trial *t, Cause *cause, int begin, int i) {
    static const char *const before[] = {"(", NULL}, *const behind[] = {"/", "2", "*", "2", ")", NULL};
    const HostToken *at = &t->text->token[i];
    const bool element = token_is(at + 1, "[") || (token_is(at - 1, "[") && token_is(at + 1, "]"));
    if (!is_value_token(t, i) || element || !is_made_of_place(t, begin, i) || is_divided_later(t, i) ||
        !try_around(t, i, i, before, behind))
        return false;
    SAY(route,
        "`%s` in this line is odd in some threads, and an even number belongs there: with the one below it every answer is "
        "right.",
        at->text);
    say_next(cause);
    name_where_set(t, cause, at);
    return true;
}

bool try_not_rounded(Trial *t, Cause *cause, int i) {
    char words[2 * HOST_NAME];
    const int count = rounding_at(t, i);
    if (!count || !try_less(t, i, count)) return false;
    say_words(t, i, count, words, sizeof words);
    SAY(route,
        "`%s` in this line rounds down to a multiple: without it, so that it stays as it is, every answer is right.",
        words);
    say_next(cause);
    return true;
}

// Numbers that are rounded up where nothing is left over, too: x / y + 1, (x + y) / y, x - x % y + y, (x >> 5) + 1 and the like.
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { MOST_WORDS = 24 };

// The words [first, mark) and (mark, last]: of a division, a remainder, a shift or a mask.
typedef struct {
    int first, mark, last;
} Quotient;

static int divisor_words(const Quotient *q) {
    return q->last - q->mark;
}

// Does the divisor stand at `at`, too, by itself?
static bool is_divisor(const Trial *t, const Quotient *q, int at) {
    static const char *const products[] = {"*", "/", "%", ".", NULL};
    const HostToken *token = t->text->token;
    for (int i = 0; i < divisor_words(q); i++)
        if (at <= 0 || strcmp(token[at + i].text, token[q->mark + 1 + i].text)) return false;
    return !token_is_one_of(&token[at - 1], products) &&
           !token_is_one_of(&token[at + divisor_words(q)], products);
}

static bool is_one(const HostToken *token) {
    return token->kind == TOKEN_NUMBER && !strcmp(token->text, "1");
}

// "+ 1" at `at`
static bool adds_one(const Trial *t, int at) {
    return token_is(&t->text->token[at], "+") && is_one(&t->text->token[at + 1]);
}

// The division rounded up, without `count` words at `from`.
static bool try_ceiling(Trial *t, const Quotient *q, int from, int count) {
    HostToken *mark = &t->text->token[q->mark];
    mark->division = DIVIDE_CEILING; // it may move, and is then put back with it
    const bool good = try_less(t, from, count);
    mark->division = DIVIDE_AS_C;
    return good;
}

// "x / y + 1", "1 + x / y"
static bool adds_one_to_quotient(Trial *t, const Quotient *q) {
    static const char *const begins[] = {"(", "=", ",", "return", "{", "?", ":", "+", NULL};
    const HostToken *token = t->text->token;
    if (adds_one(t, q->last + 1)) return try_ceiling(t, q, q->last + 1, 2);
    return q->first > 2 && token_is(&token[q->first - 1], "+") && is_one(&token[q->first - 2]) &&
           token_is_one_of(&token[q->first - 3], begins) && try_ceiling(t, q, q->first - 2, 2);
}

// "(x + y) / y", "(y + x) / y"
static bool adds_divisor_to_dividend(Trial *t, const Quotient *q) {
    const HostToken *token = t->text->token;
    const int words = divisor_words(q), at_end = q->mark - 1 - words, at_begin = q->first + 1;
    if (!token_is(&token[q->first], "(") || !token_is(&token[q->mark - 1], ")")) return false;
    if (at_end > at_begin && token_is(&token[at_end - 1], "+") && is_divisor(t, q, at_end))
        return try_ceiling(t, q, at_end - 1, words + 1);
    return token_is(&token[at_begin + words], "+") && is_divisor(t, q, at_begin) &&
           try_ceiling(t, q, at_begin, words + 1);
}

// "x / y * y + y"
static bool adds_divisor_to_multiple(Trial *t, const Quotient *q) {
    const HostToken *token = t->text->token;
    const int words = divisor_words(q), again = q->last + 2, added = again + words;
    for (int i = 0; i < words; i++)
        if (strcmp(token[again + i].text, token[q->mark + 1 + i].text)) return false;
    return token_is(&token[again - 1], "*") && token_is(&token[added], "+") && is_divisor(t, q, added + 1) &&
           try_ceiling(t, q, added, words + 1);
}

// "x - x % y + y": the last y only where something is left over.
static bool adds_divisor_to_difference(Trial *t, const Quotient *q) {
    HostToken more[MOST_WORDS];
    const HostToken *token = t->text->token;
    const int words = divisor_words(q), of_remainder = q->last + 1 - q->first, added = q->last + 2;
    if (!token_is(&token[added - 1], "+") || !is_divisor(t, q, added) || of_remainder + 5 > MOST_WORDS)
        return false;
    more[0] = (HostToken){.kind = TOKEN_MARK, .text = "*"};
    more[1] = (HostToken){.kind = TOKEN_MARK, .text = "("};
    memcpy(&more[2], &token[q->first], (size_t)of_remainder * sizeof *more);
    more[2 + of_remainder] = (HostToken){.kind = TOKEN_MARK, .text = "!="};
    more[3 + of_remainder] = (HostToken){.kind = TOKEN_NUMBER, .text = "0"};
    more[4 + of_remainder] = (HostToken){.kind = TOKEN_MARK, .text = ")"};
    return try_more(t, added + words - 1, more, of_remainder + 5);
}

// "y - x % y", what is missing up to the next multiple: nothing, where it is one.
static bool takes_all_as_missing(Trial *t, const Quotient *q) {
    static const char *const before[] = {"(", NULL};
    const char *behind[WORDS_AROUND + 1] = {")", "%"};
    char word[WORDS_AROUND][HOST_NAME];
    const HostToken *token = t->text->token;
    const int words = divisor_words(q), first = q->first - 1 - words;
    if (words + 2 > WORDS_AROUND || !token_is(&token[q->first - 1], "-") || !is_divisor(t, q, first))
        return false;
    for (int i = 0; i < words; i++) {
        memcpy(word[i], token[q->mark + 1 + i].text, HOST_NAME);
        behind[2 + i] = word[i];
    }
    return try_around(t, first, q->last, before, behind);
}

// One less of what is shifted or masked, where something is added to it or to the result: (x >> 5) + 1, (x + y) & ~(y - 1),
// (x | (y - 1)) + 1, (x & ~(y - 1)) + y.
static bool adds_beside_bits(Trial *t, const Quotient *q) {
    static const char *const before[] = {"(", NULL}, *const behind[] = {"-", "1", ")", NULL};
    const HostToken *token = t->text->token;
    const bool sum = token_is(&token[q->mark], "&") && token_is(&token[q->first], "("),
               added = token_is(&token[q->last + 1], ")") && token_is(&token[q->last + 2], "+");
    return (sum || added) && try_around(t, q->first, q->mark - 1, before, behind);
}

// "floor(x / 32.0) + 1", at floor
static bool adds_one_to_floor(Trial *t, int i) {
    HostToken *at = &t->text->token[i];
    static const char *const names[] = {"floor", "floorf", NULL};
    if (!token_is_one_of(at, names) || !token_is(at + 1, "(")) return false;
    const HostToken own = *at;
    const int behind = one_operand_end(t, i) + 1, closed = behind + token_is(&t->text->token[behind], ")");
    if (!adds_one(t, closed)) return false;
    memcpy(at->text, "ceil", sizeof "ceil");
    const bool good = try_less(t, closed, 2);
    *at = own;
    return good;
}

static bool rounds_too_far(Trial *t, const Quotient *q) {
    const HostToken *mark = &t->text->token[q->mark];
    static const char *const bits[] = {"&", "|", ">>", NULL};
    if (token_is(mark, "/"))
        return adds_one_to_quotient(t, q) || adds_divisor_to_dividend(t, q) || adds_divisor_to_multiple(t, q);
    if (token_is(mark, "%")) return adds_divisor_to_difference(t, q) || takes_all_as_missing(t, q);
    return token_is_one_of(mark, bits) && adds_beside_bits(t, q);
}

bool try_always_one_more(Trial *t, Cause *cause, int i) {
    const HostToken *token = t->text->token;
    static const char *const marks[] = {"/", "%", "&", "|", ">>", NULL};
    bool found = adds_one_to_floor(t, i);
    if (!found && token_is_one_of(&token[i], marks) && is_operand(&token[i - 1])) {
        const int right = i + 1 + token_is(&token[i + 1], "~");
        const Quotient q = {one_operand_begin(t, i - 1), i, one_operand_end(t, right)};
        found = rounds_too_far(t, &q);
    }
    if (!found) return false;
    SAY(route, "This line rounds up also where nothing is left over: there it comes to one step too many.");
    SAY(next,
        "Work it out for a number that is a multiple already: 64 things in groups of 32 are 2 groups, not 3.");
    return true;
}

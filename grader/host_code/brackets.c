// Brackets among the tokens of a file, and the arguments between them.
#include <string.h>

#include "grader/host_code/host_code.h"

bool token_is(const HostToken *t, const char *text) {
    return t->kind != TOKEN_NUMBER && !strcmp(t->text, text);
}

bool token_is_one_of(const HostToken *t, const char *const *texts) {
    for (; *texts; texts++)
        if (token_is(t, *texts)) return true;
    return false;
}

// 1: it opens, -1: it closes.
static int depth_of(const HostToken *t) {
    static const char *const opens[] = {"(", "{", "[", NULL}, *const closes[] = {")", "}", "]", NULL};
    return token_is_one_of(t, opens) - token_is_one_of(t, closes);
}

int host_bracket_end(const HostText *t, int open) {
    int depth = 0;
    for (int at = open; at < t->count; at++) {
        depth += depth_of(&t->token[at]);
        if (!depth) return at + 1;
    }
    return t->count;
}

int host_bracket_begin(const HostText *t, int close) {
    int depth = 0, at = close;
    for (; at > 0; at--) {
        depth -= depth_of(&t->token[at]);
        if (!depth) break;
    }
    return at;
}

bool host_argument(const HostText *t, int open, int number, int *begin, int *end) {
    int depth = 0;
    *begin = open + 1;
    for (int at = open; at < t->count; at++) {
        depth += depth_of(&t->token[at]) + token_is(&t->token[at], "<<<") - token_is(&t->token[at], ">>>");
        if (depth > 1 || (depth == 1 && !token_is(&t->token[at], ","))) continue;
        *end = at;
        if (number-- == 0) return true;
        if (!depth) return false;
        *begin = at + 1;
    }
    return false;
}

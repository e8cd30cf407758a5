// Brackets and arguments. See brackets.h.
#include "grader/c_text/brackets.h"

#include <string.h>

#include "grader/c_text/passed_over.h"

// 1: it opens, -1: it closes.
static int depth_of(char c) {
    return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
}

const char *closing_bracket(const char *open) {
    int depth = 0;
    for (const char *at = open, *behind; *at; at = behind > at ? behind : at + 1) {
        behind = behind_silent(open, at);
        if (behind > at) continue;
        depth += depth_of(*at);
        if (!depth) return at;
    }
    return NULL;
}

const char *behind_bracket(const char *open) {
    const char *close = closing_bracket(open);
    return close ? close + 1 : open + strlen(open);
}

const char *behind_subscripts(const char *at) {
    while (*at == '[') at = behind_bracket(at);
    return at;
}

const char *opening_bracket(const char *text, const char *close) {
    int depth = 0;
    for (const char *at = close + 1; at-- > text;) {
        depth -= depth_of(*at);
        if (!depth) return at;
    }
    return NULL;
}

bool find_argument(const char *open, int number, Span *argument) {
    const bool launch = !strncmp(open, "<<<", 3);
    const char *begin = open + (launch ? 3 : 1);
    int depth = 0;
    for (const char *at = begin, *behind; *at; at = behind > at ? behind : at + 1) {
        behind = behind_silent(open, at);
        if (behind > at) continue;
        const bool last = !depth && (launch ? !strncmp(at, ">>>", 3) : depth_of(*at) < 0);
        if (last || (!depth && *at == ',')) {
            *argument = trimmed(begin, at);
            if (number-- == 0) return argument->end > argument->begin;
            if (last) return false;
            begin = at + 1;
        }
        depth += depth_of(*at);
    }
    return false;
}

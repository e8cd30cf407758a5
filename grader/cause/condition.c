// Evaluates an expression of C with whole numbers, by the precedence of its operators.
#include "grader/cause/condition.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *end;
    const char *const *name;
    const int *value;
    int count, depth;
    bool unknown;
} Reading;

static long read_level(Reading *r, int level);

static void skip_blanks(Reading *r) {
    while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
}

static long unknown(Reading *r) {
    r->unknown = true;
    r->at = r->end;
    return 0;
}

static long read_name(Reading *r) {
    const char *begin = r->at;
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_')) r->at++;
    const size_t size = (size_t)(r->at - begin);
    for (int i = 0; i < r->count; i++)
        if (strlen(r->name[i]) == size && !strncmp(r->name[i], begin, size)) return r->value[i];
    return unknown(r);
}

static long read_operand(Reading *r) {
    enum { DEEP = 30 };
    skip_blanks(r);
    if (r->at == r->end || ++r->depth > DEEP) return unknown(r);
    long value;
    if (*r->at == '(' || *r->at == '!' || *r->at == '-') {
        const char mark = *r->at++;
        value = mark == '(' ? read_level(r, 0) : read_operand(r);
        skip_blanks(r);
        if (mark == '(' && (r->at == r->end || *r->at++ != ')')) return unknown(r);
        value = mark == '!' ? !value : mark == '-' ? -value : value;
    } else if (isdigit((unsigned char)*r->at)) {
        char *end;
        value = strtol(r->at, &end, 10);
        r->at = end;
    } else {
        value = read_name(r);
    }
    r->depth--;
    return value;
}

static long join(Reading *r, const char *mark, long a, long b) {
    switch (mark[0]) {
    case '|': return a || b;
    case '&': return a && b;
    case '=': return a == b;
    case '!': return a != b;
    case '<': return mark[1] ? a <= b : a < b;
    case '>': return mark[1] ? a >= b : a > b;
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    default: return b ? (mark[0] == '/' ? a / b : a % b) : unknown(r);
    }
}

enum { LEVELS = 6, MARKS = 5 };

static long read_level(Reading *r, int level) {
    static const char *const marks[LEVELS][MARKS] = {
        {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}};
    if (level == LEVELS) return read_operand(r);
    long value = read_level(r, level + 1);
    for (bool more = true; more;) {
        more = false;
        skip_blanks(r);
        for (int i = 0; i < MARKS && marks[level][i] && !more; i++) {
            const char *mark = marks[level][i];
            const size_t size = strlen(mark);
            if ((size_t)(r->end - r->at) <= size || strncmp(r->at, mark, size) || r->at[size] == mark[0])
                continue;
            r->at += size;
            value = join(r, mark, value, read_level(r, level + 1));
            more = true;
        }
    }
    return value;
}

int condition_value(const char *text, size_t size, const char *const *name, const int *value, int count) {
    Reading r = {.at = text, .end = text + size, .name = name, .value = value, .count = count};
    const long result = read_level(&r, 0);
    skip_blanks(&r);
    return r.unknown || r.at != r.end ? -1 : result != 0;
}

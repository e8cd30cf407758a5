// Works out the arithmetic that stands in a text.
#include "tests/labs/arithmetic.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *end;
    int operators;
    bool malformed;
} Reader;

static void skip_blanks(Reader *r) {
    while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
}

static bool take(Reader *r, const char *any, char *which) {
    skip_blanks(r);
    if (r->at >= r->end || !strchr(any, *r->at)) return false;
    *which = *r->at++;
    return true;
}

static double read_sum(Reader *r);

static double read_power(Reader *r) {
    char c;
    double value;
    if (take(r, "(", &c)) {
        value = read_sum(r);
        if (!take(r, ")", &c)) r->malformed = true;
    } else {
        char *number_end;
        skip_blanks(r);
        if (r->at >= r->end || !isdigit((unsigned char)*r->at)) {
            r->malformed = true;
            return NAN;
        }
        value = strtod(r->at, &number_end);
        r->at = number_end;
    }
    if (!take(r, "^", &c)) return value;
    r->operators++;
    return pow(value, read_power(r));
}

static double read_product(Reader *r) {
    double value = read_power(r);
    for (char c; !r->malformed && take(r, "*/x", &c); r->operators++)
        value = c == '/' ? value / read_power(r) : value * read_power(r);
    return value;
}

static double read_sum(Reader *r) {
    double value = read_product(r);
    for (char c; !r->malformed && take(r, "+-", &c); r->operators++)
        value = c == '-' ? value - read_product(r) : value + read_product(r);
    return value;
}

// The expression that ends at `end`: as far to the left as its signs go, from a place where a word may begin.
static bool read_expression(const char *text, const char *end, Reader *whole, double *value) {
    const char *start = end;
    while (start > text && strchr("0123456789.+-*/x^() ", start[-1])) start--;
    for (; start < end; start++) {
        if (start > text && (isalnum((unsigned char)start[-1]) || strchr("._`]", start[-1]))) continue;
        if (!isdigit((unsigned char)*start) && *start != '(') continue;
        Reader r = {.at = start, .end = end};
        *value = read_sum(&r);
        skip_blanks(&r);
        *whole = (Reader){.at = start, .end = end, .operators = r.operators};
        if (!r.malformed && r.at == end) return r.operators > 0;
    }
    return false;
}

// What the words behind a number make of it.
static double unit_of(const char *behind) {
    static const struct {
        const char *word;
        double unit;
    } units[] = {{"%", 0.01}, {"KiB", 1024}, {"KB", 1000}, {"million", 1e6}, {"billion", 1e9}};
    while (*behind == ' ') behind++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strncmp(behind, units[i].word, strlen(units[i].word))) return units[i].unit;
    return 1;
}

int check_arithmetic(const char *text, char *why, size_t why_size) {
    int count = 0;
    why[0] = 0;
    for (const char *equals = text; (equals = strchr(equals, '=')); equals++) {
        const char *number = equals + 1 + strspn(equals + 1, " ");
        Reader whole;
        double value;
        if (equals > text && strchr("=<>!+-*/", equals[-1])) continue;
        if (!isdigit((unsigned char)*number) || !read_expression(text, equals, &whole, &value)) continue;
        char *behind;
        double written = strtod(number, &behind);
        size_t length = (size_t)(behind - number);
        if (isalpha((unsigned char)*behind) || strspn(behind, " ") + behind == strpbrk(behind, "+-*/x^"))
            continue;
        const char *point = memchr(number, '.', length);
        double digits = pow(10, point ? -(double)(number + length - point - 1) : 0);
        count++;
        const double allowed = 0.5 * digits * (1 + 1e-9) + 1e-9;
        if (fabs(value / unit_of(behind) - written) <= allowed) continue;
        if (unit_of(behind) == 0.01 && fabs(value - written) <= allowed) continue; // 100 * 1 / 2 = 50 %
        if (!why[0])
            snprintf(why, why_size, "\"%.*s= %.*s\": it comes to %.6g", (int)(equals - whole.at), whole.at,
                     (int)length, number, value / unit_of(behind));
    }
    return count;
}

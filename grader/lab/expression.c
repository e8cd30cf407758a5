// Evaluates expressions by recursive descent: sums of products of powers of factors.
#include "grader/lab/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/counters.h"
#include "grader/contract/kernel_facts.h"
#include "grader/contract/totals.h"

enum { NAME_SIZE = 64, DEPTH_MAX = 32 };

typedef struct {
    const char *at;
    ExpressionLookup *lookup;
    void *context;
    int depth; // open parentheses, signs and powers
    bool each; // in each(...)
    bool malformed;
    char unknown[NAME_SIZE]; // the first name that the lookup did not know, where it tells so by NaN
} Reader;

static void skip_blanks(Reader *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool take(Reader *r, char c) {
    skip_blanks(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static double malformed(Reader *r) {
    r->malformed = true;
    return NAN;
}

static double read_sum(Reader *r);

static double read_parentheses(Reader *r) {
    if (++r->depth > DEPTH_MAX) return malformed(r);
    double value = read_sum(r);
    r->depth--;
    return take(r, ')') ? value : malformed(r);
}

static double read_each(Reader *r) {
    r->each = true;
    double value = take(r, '(') ? read_parentheses(r) : malformed(r);
    r->each = false;
    return value;
}

static double read_name(Reader *r) {
    char name[NAME_SIZE];
    size_t length = 0;
    while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_') length++;
    if (!length || length >= sizeof name) return malformed(r);
    memcpy(name, r->at, length);
    name[length] = 0;
    r->at += length;
    if (!strcmp(name, "each") && !r->each) return read_each(r);
    double value = r->lookup(r->context, name, r->each);
    if (isnan(value) && !r->unknown[0]) strcpy(r->unknown, name);
    return value;
}

static double read_factor(Reader *r) {
    skip_blanks(r);
    if (take(r, '(')) return read_parentheses(r);
    if (!isdigit((unsigned char)*r->at) && *r->at != '.') return read_name(r);
    char *end;
    double value = strtod(r->at, &end);
    if (end == r->at || !isfinite(value)) return malformed(r);
    r->at = end;
    return value;
}

// Signs and powers go from right to left: -2^2 is -4, 2^3^2 is 2^9.
static double read_power(Reader *r) {
    if (++r->depth > DEPTH_MAX) return malformed(r);
    const bool minus = take(r, '-');
    double value = minus ? -read_power(r) : read_factor(r);
    if (!minus && !r->malformed && take(r, '^')) value = pow(value, read_power(r));
    r->depth--;
    return value;
}

static double read_product(Reader *r) {
    double value = read_power(r);
    while (!r->malformed) {
        if (take(r, '*'))
            value *= read_power(r);
        else if (take(r, '/'))
            value /= read_power(r);
        else
            break;
    }
    return value;
}

static double read_sum(Reader *r) {
    double value = read_product(r);
    while (!r->malformed) {
        if (take(r, '+'))
            value += read_product(r);
        else if (take(r, '-'))
            value -= read_product(r);
        else
            break;
    }
    return value;
}

bool expression_has_each(const char *text) {
    const char *at = strstr(text, "each");
    return at && at[4 + strspn(at + 4, " ")] == '(';
}

double expression_value(const char *text, ExpressionLookup *lookup, void *context) {
    Reader r = {.at = text, .lookup = lookup, .context = context};
    double value = read_sum(&r);
    skip_blanks(&r);
    return r.malformed || *r.at ? NAN : value;
}

typedef struct {
    ExpressionLookup *is_size;
    void *context;
} Check;

static double check_name(void *context, const char *name, bool each) {
    const Check *check = context;
    bool known = !strcmp(name, "cells") || counter_find(name) >= 0 || total_find(name) >= 0 ||
                 kernel_fact_find(name) >= 0 || check->is_size(check->context, name, each) != 0;
    return known ? 1 : NAN;
}

bool expression_check(const char *text, ExpressionLookup *is_size, void *context, char *error,
                      size_t error_size) {
    Check check = {is_size, context};
    Reader r = {.at = text, .lookup = check_name, .context = &check};
    read_sum(&r);
    skip_blanks(&r);
    if (r.malformed || *r.at)
        snprintf(error, error_size,
                 "the expression must be names and numbers joined by + - * / ^ and parentheses");
    else if (r.unknown[0])
        snprintf(
            error, error_size,
            "\"%s\" is not a counter, a total or a size; counters are named in grader/contract/device_report.h",
            r.unknown);
    else
        return true;
    return false;
}

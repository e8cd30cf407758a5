// Evaluates the products and quotients of counted targets.
#include "grader/lab/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/session/counters.h"

enum { NAME_MAX_LENGTH = 64 };

// Reads a name or a number at *p and moves past it. `number` is NaN for a name.
static bool next_factor(const char **p, char *name, double *number) {
    while (isspace((unsigned char)**p)) (*p)++;
    *number = NAN;
    size_t length = 0;
    const char *start = *p;
    while (isalnum((unsigned char)start[length]) || start[length] == '_') length++;
    if (isdigit((unsigned char)*start) || *start == '.') {
        char *end;
        *number = strtod(start, &end);
        *p = end;
        return end != start && isfinite(*number);
    }
    if (!length || length >= NAME_MAX_LENGTH) return false;
    memcpy(name, start, length);
    name[length] = 0;
    *p += length;
    return true;
}

// The operator at *p: '*', '/', 0 at the end, '?' for anything else.
static char next_operator(const char **p) {
    while (isspace((unsigned char)**p)) (*p)++;
    char c = **p;
    if (c) (*p)++;
    return !c || c == '*' || c == '/' ? c : '?';
}

static bool known_name(const char *name) {
    return !strcmp(name, "cells") || !strcmp(name, "n") || counter_find(name) >= 0;
}

bool expression_check(const char *text, char *error, size_t error_size) {
    char name[NAME_MAX_LENGTH];
    double number;
    for (char operator= '*'; operator; operator= next_operator(&text)) {
        if (operator== '?' || !next_factor(&text, name, &number)) {
            snprintf(error, error_size, "the expression must be names and numbers joined by * and /");
            return false;
        }
        if (isnan(number) && !known_name(name)) {
            snprintf(error, error_size,
                     "\"%s\" is not a counter; counters are named in grader/device/report.h", name);
            return false;
        }
    }
    return true;
}

double expression_value(const char *text, ExpressionLookup *lookup, void *context) {
    char name[NAME_MAX_LENGTH];
    double value = 1, number;
    for (char operator= '*'; operator; operator= next_operator(&text)) {
        if (operator== '?' || !next_factor(&text, name, &number)) return NAN;
        if (isnan(number)) number = lookup(context, name);
        value = operator== '/' ? value / number : value * number;
    }
    return value;
}

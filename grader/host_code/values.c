// Numbers with C's types: conversions, and what an operator makes of two of them.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/host_code/parts.h"

double host_number_of(const HostValue *v) {
    return v->type == HOST_POINTER ? v->real >= 0
           : v->type >= HOST_FLOAT ? v->real
           : v->type == HOST_ULONG ? (double)(uint64_t)v->whole
                                   : (double)v->whole;
}

HostValue host_convert(HostValue v, HostType type) {
    if (v.type == type || v.type == HOST_POINTER || type == HOST_POINTER) return v;
    HostValue to = {.type = type};
    const double number = host_number_of(&v);
    const int64_t whole = v.type < HOST_FLOAT ? v.whole : fabs(number) < 9e18 ? (int64_t)number : 0;
    switch (type) {
    case HOST_FLOAT: to.real = (float)number; break;
    case HOST_DOUBLE: to.real = number; break;
    case HOST_INT8: to.whole = (int8_t)(uint8_t)(uint64_t)whole; break;
    case HOST_UINT8: to.whole = (uint8_t)(uint64_t)whole; break;
    case HOST_INT16: to.whole = (int16_t)(uint16_t)(uint64_t)whole; break;
    case HOST_UINT16: to.whole = (uint16_t)(uint64_t)whole; break;
    case HOST_INT: to.whole = (int32_t)(uint32_t)(uint64_t)whole; break;
    case HOST_UNSIGNED: to.whole = (uint32_t)(uint64_t)whole; break;
    default: to.whole = whole;
    }
    return to;
}

HostValue host_of_number(double number) {
    if (number == floor(number) && fabs(number) <= INT_MAX) return (HostValue){HOST_INT, (int64_t)number, 0};
    return (HostValue){HOST_DOUBLE, 0, number};
}

HostValue host_literal(const char *text) {
    char *end;
    if (strpbrk(text, ".eE") && strncmp(text, "0x", 2)) {
        const double value = strtod(text, &end);
        return *end == 'f' ? (HostValue){HOST_FLOAT, 0, (float)value} : (HostValue){HOST_DOUBLE, 0, value};
    }
    const long long value = strtoll(text, &end, 0);
    const bool is_long = strpbrk(end, "lL") || value > INT_MAX, is_unsigned = strpbrk(end, "uU") != NULL;
    return (HostValue){is_long       ? (is_unsigned ? HOST_ULONG : HOST_LONG)
                       : is_unsigned ? HOST_UNSIGNED
                                     : HOST_INT,
                       value, 0};
}

bool host_truth(const HostValue *v) {
    return host_number_of(v) != 0;
}

static double of_reals(const char *mark, double a, double b, bool *good) {
    switch (mark[0]) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    default: *good = false; return 0;
    }
}

static int64_t of_wholes(const HostToken *op, int64_t a, int64_t b, HostType type, bool *good) {
    const char mark = op->text[0];
    if ((mark == '/' || mark == '%') && (b == 0 || (a == INT64_MIN && b == -1))) *good = false;
    if (!*good) return 0;
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (mark) {
    case '+': return (int64_t)(x + y);
    case '-': return (int64_t)(x - y);
    case '*': return (int64_t)(x * y);
    case '/':
        if (type == HOST_ULONG) return (int64_t)(x / y + (op->division == DIVIDE_CEILING && x % y));
        return a / b + (op->division == DIVIDE_CEILING && a % b && (a < 0) == (b < 0));
    case '%': return type == HOST_ULONG ? (int64_t)(x % y) : a % b;
    case '&': return a & b;
    case '|': return a | b;
    case '^': return a ^ b;
    default: *good = false; return 0;
    }
}

static int compared(const char *mark, double a, double b) {
    if (!strcmp(mark, "<")) return a < b;
    if (!strcmp(mark, "<=")) return a <= b;
    if (!strcmp(mark, ">")) return a > b;
    if (!strcmp(mark, ">=")) return a >= b;
    return !strcmp(mark, "==") ? a == b : a != b;
}

static bool compares(const char *mark) {
    return mark[0] == '<' || mark[0] == '>' || !strcmp(mark, "==") || !strcmp(mark, "!=");
}

// C computes with an int where a type is narrower.
static HostValue promoted(HostValue v) {
    return v.type < HOST_INT ? host_convert(v, HOST_INT) : v;
}

static HostValue shifted(const HostToken *op, HostValue a, HostValue b, bool *good) {
    *good = *good && a.type < HOST_FLOAT && b.type < HOST_FLOAT && b.whole >= 0 && b.whole < 32;
    if (!*good) return a;
    a.whole = op->text[0] == '<' ? (int64_t)((uint64_t)a.whole << b.whole) : a.whole >> b.whole;
    return host_convert((HostValue){HOST_LONG, a.whole, 0}, a.type);
}

HostValue host_operate(const HostToken *op, HostValue a, HostValue b, bool *overflow, bool *good) {
    a = promoted(a), b = promoted(b);
    if (!strcmp(op->text, "<<") || !strcmp(op->text, ">>")) return shifted(op, a, b, good);
    const HostType type = a.type > b.type ? a.type : b.type;
    if (compares(op->text)) {
        const HostValue x = host_convert(a, type), y = host_convert(b, type);
        return (HostValue){HOST_INT, compared(op->text, host_number_of(&x), host_number_of(&y)), 0};
    }
    if (type >= HOST_FLOAT || (op->text[0] == '/' && op->division == DIVIDE_EXACT)) {
        const double value = of_reals(op->text, host_number_of(&a), host_number_of(&b), good);
        return type == HOST_FLOAT ? (HostValue){HOST_FLOAT, 0, (float)value}
                                  : (HostValue){HOST_DOUBLE, 0, value};
    }
    a = host_convert(a, type), b = host_convert(b, type);
    const HostValue wide = {HOST_LONG, of_wholes(op, a.whole, b.whole, type, good), 0};
    *overflow = type == HOST_INT && (wide.whole > INT_MAX || wide.whole < INT_MIN);
    return host_convert(wide, type);
}

// The forms of an answer.
#define _GNU_SOURCE // strcasestr
#include "grader/lab/answer_forms.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- Numbers --------------------------------------------------------------------------------------------------

static const char *skip_blanks(const char *text) {
    while (isspace((unsigned char)*text)) text++;
    return text;
}

static size_t digits(const char *text) {
    return strspn(text, "0123456789");
}

// Does the comma after `whole` digits group thousands? "84,480" and "1,048,576", but not "0,463".
static bool groups_thousands(const char *text, size_t whole) {
    return whole >= 1 && whole <= 3 && text[0] != '0' && text[whole] == ',' && digits(text + whole + 1) == 3;
}

// Copies one number in C's form to `plain`, and returns where it ends; NULL where there is none.
static const char *copy_number(const char *text, char plain[64]) {
    size_t length = 0, whole = digits(text);
    const bool grouped = groups_thousands(text, whole);
    bool point = false, any = false;
    for (;; text++) {
        if (length >= 48) return NULL;
        if (isdigit((unsigned char)*text)) {
            plain[length++] = *text;
            any = true;
        } else if (grouped && *text == ',' && digits(text + 1) == 3) {
            continue;
        } else if (!point && (*text == '.' || *text == ',') && (any || isdigit((unsigned char)text[1]))) {
            if (*text == ',' && !isdigit((unsigned char)text[1])) break; // a comma of the sentence
            plain[length++] = '.';
            point = true;
        } else {
            break;
        }
    }
    if (!any) return NULL;
    const size_t sign = text[0] && (text[1] == '+' || text[1] == '-');
    if ((*text == 'e' || *text == 'E') && digits(text + 1 + sign)) {
        const size_t exponent = 1 + sign + digits(text + 1 + sign);
        if (exponent > 8) return NULL;
        memcpy(plain + length, text, exponent);
        length += exponent;
        text += exponent;
    }
    plain[length] = 0;
    return text;
}

static const char *read_factor(const char *text, double *value) {
    char plain[64];
    text = skip_blanks(text);
    const bool minus = *text == '-';
    if (minus || *text == '+') text++;
    const bool hexadecimal =
        text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2]);
    const char *end = hexadecimal ? NULL : copy_number(text, plain);
    if (end) *value = minus ? -strtod(plain, NULL) : strtod(plain, NULL);
    return end;
}

// Is this the sign of a product, with a number behind it? An x may stand between sizes: 64 x 40 x 33.
static bool is_product(const char *at) {
    const char *next = skip_blanks(at + 1);
    return (*at == '*' || ((*at == 'x' || *at == 'X') && next > at + 1)) &&
           (isdigit((unsigned char)*next) || *next == '.');
}

static bool is_quotient(const char *at) {
    const char *next = skip_blanks(at + 1);
    return *at == '/' && (isdigit((unsigned char)*next) || *next == '.');
}

bool read_answer_number(const char *answer, AnswerNumber *number) {
    double factor;
    const char *at = read_factor(answer, &number->value);
    number->quotient = false;
    if (!at) return false;
    for (const char *sign = skip_blanks(at); is_product(sign) || is_quotient(sign); sign = skip_blanks(at)) {
        at = read_factor(sign + 1, &factor);
        if (!at) return false;
        if (*sign == '/') {
            number->value /= factor;
            number->quotient = true;
        } else {
            number->value *= factor;
        }
    }
    at = skip_blanks(at);
    size_t length = strlen(at);
    while (length && (isspace((unsigned char)at[length - 1]) || at[length - 1] == '.')) length--;
    if (!isfinite(number->value) || length >= ANSWER_UNIT_SIZE) return false;
    snprintf(number->unit, ANSWER_UNIT_SIZE, "%.*s", (int)length, at);
    return true;
}

// ---- Units ----------------------------------------------------------------------------------------------------

// A row holds the ways to write one unit.
static const char *const units[][8] = {
    {"%", "percent", "per cent", "pct", "percents"},
    {"B", "byte", "bytes"},
    {"KiB", "KB", "kibibyte", "kibibytes", "kilobyte", "kilobytes", "k"},
    {"ms", "millisecond", "milliseconds", "msec"},
    {"TB/s", "TB per second", "TB a second", "terabytes per second", "terabytes a second", "terabyte/s"},
    {"GB/s", "GB per second", "GB a second", "gigabytes per second", "gigabytes a second", "gigabyte/s"},
    {"OP/B", "ops/byte", "operations a byte", "operations per byte", "op/byte", "flop/byte", "flops/byte",
     "flop/b"},
    {"blocks", "block"},
};

static int unit_row(const char *unit) {
    for (size_t row = 0; row < sizeof units / sizeof *units; row++)
        for (int i = 0; i < 8 && units[row][i]; i++)
            if (!strcasecmp(unit, units[row][i])) return (int)row;
    return -1;
}

bool same_unit(const char *answered, const char *asked) {
    if (!*answered || !strcasecmp(answered, asked)) return true;
    const int row = unit_row(answered);
    return row >= 0 && row == unit_row(asked);
}

bool names_unit(const char *text, const char *unit) {
    const int row = unit_row(unit);
    if (strcasestr(text, unit)) return true;
    for (int i = 0; row >= 0 && i < 8 && units[row][i]; i++)
        if ((units[row][i][1] || units[row][i][0] == '%') && strcasestr(text, units[row][i])) return true;
    return false;
}

// ---- Words ----------------------------------------------------------------------------------------------------

// Takes `word` and a blank off the front, as often as it stands there.
static bool drop_front(char *text, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(text, word, length) || text[length] != ' ') return false;
    memmove(text, text + length + 1, strlen(text + length + 1) + 1);
    return true;
}

static bool drop_end(char *text, const char *end) {
    const size_t length = strlen(text), size = strlen(end);
    if (length <= size || strcmp(text + length - size, end)) return false;
    text[length - size] = 0;
    return true;
}

void normal_word(const char *answer, char normal[ANSWER_WORD_SIZE]) {
    static const char *const fronts[] = {"the", "a", "an", "it is", "index", "variable", "plane"};
    static const char *const ends[] = {".",      " ",  "()", " condition", " instruction",
                                       " plane", "\"", "'",  "`"};
    static const char *const quotes = "\"'`";
    size_t length = 0;
    for (; *answer && length + 1 < ANSWER_WORD_SIZE; answer++) {
        const bool blank = isspace((unsigned char)*answer);
        if ((blank && (!length || normal[length - 1] == ' ')) || (!length && strchr(quotes, *answer)))
            continue;
        normal[length++] = blank ? ' ' : (char)tolower((unsigned char)*answer);
    }
    normal[length] = 0;
    bool again = true;
    while (again) {
        again = false;
        for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) again |= drop_front(normal, fronts[i]);
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) again |= drop_end(normal, ends[i]);
    }
    if (!strcmp(normal, "selp")) strcpy(normal, "select"); // PTX's name
    length = strlen(normal);
    if (length > 3 && normal[length - 1] == 's' && normal[length - 2] != 's') normal[length - 1] = 0;
}

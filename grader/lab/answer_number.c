// The number of an answer: arithmetic as people write it, brought to the form that expression.h evaluates.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/lab/answer_forms.h"
#include "grader/lab/expression.h"

enum { TEXT_SIZE = 256 };

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

// The text with signs that are not ASCII written in it; false where it is too long.
static bool plain_signs(const char *text, char plain[TEXT_SIZE]) {
    static const char *const signs[][2] = {{"\u00d7", "*"},  {"\u00b7", "*"}, {"\u00f7", "/"},
                                           {"\u2212", "-"},  {"\u2013", "-"}, {"\u00b2", "^2"},
                                           {"\u00b3", "^3"}, {"\u00a0", " "}, {"\u202f", " "}};
    enum { SIGNS = sizeof signs / sizeof *signs };
    size_t length = 0;
    while (*text && length + 3 < TEXT_SIZE) {
        int i = 0;
        while (i < SIGNS && strncmp(text, signs[i][0], strlen(signs[i][0]))) i++;
        length +=
            (size_t)snprintf(plain + length, 3, "%.*s", i < SIGNS ? 2 : 1, i < SIGNS ? signs[i][1] : text);
        text += i < SIGNS ? strlen(signs[i][0]) : 1;
    }
    plain[length] = 0;
    return !*text;
}

// An operator at `at`, as expression.h writes it, and where it ends; 0 where there is none. An x may stand between sizes:
// 64 x 40 x 33.
static char read_operator(const char *at, const char **end) {
    *end = at + 1;
    if (*at == '*' && at[1] == '*') return *end = at + 2, '^';
    if (*at && strchr("+-*/^", *at)) return *at;
    const char *next = skip_blanks(at + 1);
    return (*at == 'x' || *at == 'X') && (isdigit((unsigned char)*next) || *next == '(') ? '*' : 0;
}

// Copies the longest arithmetic at the front of `text`, and returns where it ends; NULL where there is none. An operator
// without a number behind it belongs to the words behind: "4 - I think".
static const char *copy_arithmetic(const char *text, char plain[2 * TEXT_SIZE], bool *arithmetic) {
    size_t length = 0, kept = 0;
    int depth = 0, operators = 0;
    bool number_next = true;
    const char *end = NULL, *next;
    for (const char *at = skip_blanks(text); length < TEXT_SIZE; at = skip_blanks(next)) {
        char number[64];
        const char sign = read_operator(at, &next);
        if (number_next && (*at == '(' || sign == '-' || sign == '+')) {
            depth += *at == '(';
            if (sign != '+') plain[length++] = *at;
            continue;
        }
        if (number_next) {
            next = copy_number(at, number);
            if (!next) break;
            length += (size_t)snprintf(plain + length, sizeof number, "%s", number);
            number_next = false;
        } else if (*at == ')' && depth) {
            depth--;
            plain[length++] = ')';
        } else if (sign) {
            plain[length++] = sign;
            operators++;
            number_next = true;
            continue;
        } else {
            break;
        }
        if (depth) continue;
        end = next;
        kept = length;
        *arithmetic = operators > 0;
    }
    plain[kept] = 0;
    return end;
}

static double no_names(void *context, const char *name, bool each) {
    (void)context, (void)name, (void)each;
    return NAN;
}

// A small number as a word, "none" among them; returns where the word ends, NULL where there is none.
static const char *read_word(const char *text, double *value) {
    static const char *const words[] = {"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    static const char *const nothing[] = {"none", "no", "nothing"};
    const size_t length = strcspn(text, " \t.,;!");
    *value = 0;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (strlen(nothing[i]) == length && !strncasecmp(text, nothing[i], length)) return text + length;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        *value = (double)i;
        if (strlen(words[i]) == length && !strncasecmp(text, words[i], length)) return text + length;
    }
    return NULL;
}

static const char *read_hexadecimal(const char *text, double *value) {
    if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X') || !isxdigit((unsigned char)text[2]))
        return NULL;
    char *end;
    *value = (double)strtoull(text, &end, 16);
    return end;
}

bool read_answer_number(const char *answer, AnswerNumber *number) {
    char text[TEXT_SIZE], plain[2 * TEXT_SIZE];
    *number = (AnswerNumber){0};
    if (!plain_signs(answer, text)) return false;
    const char *at = skip_blanks(text), *end = read_hexadecimal(at, &number->value);
    number->hexadecimal = end != NULL;
    if (!end) number->word = (end = read_word(at, &number->value)) != NULL;
    if (!end && (end = copy_arithmetic(at, plain, &number->arithmetic)))
        number->value = expression_value(plain, no_names, NULL);
    if (!end || !isfinite(number->value)) return false;
    at = skip_blanks(end);
    size_t length = strlen(at);
    while (length && (isspace((unsigned char)at[length - 1]) || strchr(".;!", at[length - 1]))) length--;
    if (length >= ANSWER_UNIT_SIZE) return false;
    snprintf(number->unit, ANSWER_UNIT_SIZE, "%.*s", (int)length, at);
    return true;
}

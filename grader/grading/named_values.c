// Real literals in a text of C.
#include "grader/grading/named_values.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"

static void keep(double list[NAMED_VALUES], int *count, double value) {
    if (!(fabs(value) <= FLT_MAX) || value == 0) return;
    for (int i = 0; i < *count; i++)
        if (list[i] == value) return;
    if (*count + 2 > NAMED_VALUES) return;
    list[(*count)++] = value;
    list[(*count)++] = -value;
}

// A number that is real by what it is written with; hexadecimal integers have an e and an f, too.
static bool is_real(const char *at, const char *end) {
    const bool hexadecimal = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    for (; at < end; at++)
        if (*at == '.' || (hexadecimal ? *at == 'p' || *at == 'P' : strchr("eEfF", *at) != NULL)) return true;
    return false;
}

// Behind the literal that begins there.
static const char *literal_end(const char *at) {
    while (isalnum((unsigned char)*at) || *at == '.' ||
           ((*at == '+' || *at == '-') && strchr("eEpP", at[-1])))
        at++;
    return at;
}

int named_values(const char *path, double list[NAMED_VALUES]) {
    char *text = path ? read_code(path) : NULL;
    int count = 0;
    for (const char *at = text; at && *at;) {
        const bool number = isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]));
        if (number && (at == text || (!is_word(at[-1]) && at[-1] != '.'))) {
            const char *end = literal_end(at);
            if (is_real(at, end))
                keep(list, &count,
                     end[-1] == 'f' || end[-1] == 'F' ? (double)strtof(at, NULL) : strtod(at, NULL));
            at = end;
        } else {
            at++;
        }
    }
    if (text && find_word(text, text, "FLT_MAX")) keep(list, &count, FLT_MAX);
    if (text && find_word(text, text, "FLT_MIN")) keep(list, &count, FLT_MIN);
    free(text);
    return count;
}

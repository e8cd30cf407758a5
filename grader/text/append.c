// Adds formatted text to a string.
#include "grader/text/append.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void append(char *to, size_t size, const char *format, ...) {
    size_t used = strlen(to);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to + used, size - used, format, arguments);
    va_end(arguments);
}

const char *number_text(char text[40], double value, int digits) {
    const bool exact = value == floor(value) && fabs(value) < 9007199254740992.0; // 2^53
    if (exact)
        snprintf(text, 40, "%.0f", value);
    else
        snprintf(text, 40, "%.*g", digits, value);
    return text;
}

Several several(double count, const char *one) {
    const size_t length = strlen(one);
    const bool hisses = length > 1 && (one[length - 1] == 's' || !strcmp(one + length - 2, "ch"));
    char number[40];
    Several s;
    snprintf(s.text, sizeof s.text, "%s %.36s%s", number_text(number, count, 6), one,
             count == 1 ? ""
             : hisses   ? "es"
                        : "s");
    return s;
}

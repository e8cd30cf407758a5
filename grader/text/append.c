// Adds formatted text to a string.
#include "grader/text/append.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void append(char *to, size_t size, const char *format, ...) {
    size_t used = strlen(to);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(to + used, size - used, format, arguments);
    va_end(arguments);
}

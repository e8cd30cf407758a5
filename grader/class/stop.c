// Ends the command where it cannot go on.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // vasprintf
#endif
#include "grader/class/stop.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void stop(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_STOPPED);
}

void *take_memory(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory) stop("There is no memory left. The same command goes on once there is.");
    return memory;
}

void *more_memory(void *memory, size_t count, size_t size) {
    void *more = count <= SIZE_MAX / size ? realloc(memory, count * size) : NULL;
    if (!more) stop("There is no memory left. The same command goes on once there is.");
    return more;
}

char *new_text(const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) stop("There is no memory left. The same command goes on once there is.");
    return text;
}

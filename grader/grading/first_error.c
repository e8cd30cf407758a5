// Finds errors in messages of nvcc, gcc and clang.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/grading/first_error.h"

#include <stdbool.h>
#include <string.h>

static bool has(const char *line, size_t size, const char *word) {
    return memmem(line, size, word, strlen(word)) != NULL;
}

// "x.cu(16): error: ...", "x.cu:16:3: fatal error: ...", "ptxas x.ptx, line 5; error   : ..."
static bool is_error(const char *line, size_t size) {
    return has(line, size, "error:") || has(line, size, "error   :");
}

// A line that begins something else: another message, nvcc's sum of errors, make's own words.
static bool is_next(const char *line, size_t size) {
    return is_error(line, size) || has(line, size, "warning:") || has(line, size, "warning #") ||
           has(line, size, "detected in the compilation") || has(line, size, "does not compile") ||
           has(line, size, "make: ***") || has(line, size, ": In function");
}

FirstError find_first_error(const char *messages, size_t size) {
    FirstError first = {.text = messages, .size = size};
    bool inside = false;
    for (const char *at = messages, *end = messages + size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline + 1 : end) - at);
        if (inside && is_next(at, length)) {
            first.size = (size_t)(at - first.text);
            inside = false;
        }
        if (is_error(at, length) && !first.errors++) {
            first.text = at;
            first.size = (size_t)(end - at);
            inside = true;
        }
        at += length;
    }
    while (first.size > 1 && first.text[first.size - 1] == '\n' && first.text[first.size - 2] == '\n')
        first.size--;
    return first;
}

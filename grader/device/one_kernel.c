// Cuts PTX down to one kernel: large modules have hundreds, and ptxas takes its time for each.
#define _GNU_SOURCE // memmem
#include <stdlib.h>
#include <string.h>

#include "grader/device/registers.h"

// Where the comment, the text in quotes or the single character at `p` ends.
static const char *past_token(const char *p, const char *end) {
    if (*p == '"') {
        for (p++; p < end && *p != '"'; p++)
            if (*p == '\\' && p + 1 < end) p++;
        return p < end ? p + 1 : end;
    }
    if (*p == '/' && p + 1 < end && p[1] == '/') {
        const char *line = memchr(p, '\n', (size_t)(end - p));
        return line ? line : end;
    }
    if (*p == '/' && p + 1 < end && p[1] == '*') {
        const char *close = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);
        return close ? close + 2 : end;
    }
    return p + 1;
}

// The end of the directive that starts at `p`, at module scope: its `;` or the brace that closes its body.
static const char *past_directive(const char *p, const char *end) {
    int depth = 0;
    while (p < end) {
        const char c = *p;
        p = past_token(p, end);
        if (c == '{') depth++;
        if (c == '}' && --depth <= 0) return p;
        if (c == ';' && depth == 0) return p;
    }
    return end;
}

static bool is_named(const char *p, const char *end, const char *kernel) {
    const size_t length = strlen(kernel);
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n')) p++;
    return (size_t)(end - p) > length && memcmp(p, kernel, length) == 0 &&
           (p[length] == '(' || p[length] == ' ' || p[length] == '\n');
}

// A kernel starts with its linkage on the same line: ".visible .entry name(".
static const char *start_of_line(const char *p, const char *begin) {
    while (p > begin && p[-1] != '\n' && p[-1] != ';' && p[-1] != '}') p--;
    return p;
}

char *ptx_of_kernel(const char *ptx, size_t size, const char *kernel, size_t *out_size) {
    static const char word[] = ".entry";
    char *out = malloc(size ? size : 1);
    if (!out) return NULL;
    const char *end = ptx + size, *kept = ptx, *p = ptx;
    size_t length = 0;
    while (p < end) {
        if (*p != '.' || (size_t)(end - p) < sizeof word || memcmp(p, word, sizeof word - 1) != 0) {
            p = *p == '{' ? past_directive(p, end) : past_token(p, end);
            continue;
        }
        const bool wanted = is_named(p + sizeof word - 1, end, kernel);
        const char *start = start_of_line(p, kept);
        p = past_directive(p, end);
        if (wanted) continue;
        memcpy(out + length, kept, (size_t)(start - kept));
        length += (size_t)(start - kept);
        for (; start < p; start++)
            if (*start == '\n') out[length++] = '\n'; // the lines of what is kept keep their numbers
        kept = p;
    }
    memcpy(out + length, kept, (size_t)(end - kept));
    *out_size = length + (size_t)(end - kept);
    return out;
}

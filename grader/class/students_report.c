// Goes by the labels that stand before the last lines of a report; what follows an entry is indented.
#include "grader/class/students_report.h"

#include <stdbool.h>
#include <string.h>

#include "grader/class/stop.h"

static bool has_label(const char *line, const char *label) {
    const size_t length = strlen(label);
    return !strncmp(line, label, length) && !strncmp(line + length, "  ", 2);
}

char *students_report(const char *page) {
    char *text = new_text("%s", page), *to = text;
    bool left_out = false;
    for (const char *line = page, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        left_out = has_label(line, "board") || has_label(line, "best") || (left_out && *line == ' ');
        if (left_out) continue;
        size_t length = (size_t)(next - line);
        const char *repeats = has_label(line, "seed") ? strstr(line, " (--seed ") : NULL;
        if (repeats && repeats < next) length = (size_t)(repeats - line);
        memcpy(to, line, length);
        to += length;
        if (repeats && repeats < next) *to++ = '\n';
    }
    *to = 0;
    return text;
}

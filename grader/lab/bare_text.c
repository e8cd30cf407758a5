// Takes out of C++ text what a compiler passes over. Comments of the other kind stay: to leave them is safe.
#include "grader/lab/bare_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/cpp_comments.h"

// The same without // comments.
static bool copy_code(char *bare, const char *text) {
    CommentCursor cursor = {.text = text};
    LineComment comment;
    size_t from = 0, size = 0;
    while (next_comment(&cursor, &comment)) {
        const size_t slashes = comment.begin - 2;
        memcpy(bare + size, text + from, slashes - from);
        size += slashes - from;
        from = comment.end;
    }
    strcpy(bare + size, text + from);
    return !cursor.unclear;
}

// In place: lines without blanks at their ends, and none that is empty.
static void trim_lines(char *text) {
    char *to = text;
    for (const char *line = text, *next; *line; line = next) {
        const char *end = line + strcspn(line, "\n");
        next = *end ? end + 1 : end;
        while (line < end && isspace((unsigned char)*line)) line++;
        while (end > line && isspace((unsigned char)end[-1])) end--;
        if (end == line) continue;
        memmove(to, line, (size_t)(end - line));
        to += end - line;
        *to++ = '\n';
    }
    *to = 0;
}

char *bare_text(const char *text) {
    char *bare = malloc(strlen(text) + 2); // a newline may be added at the end
    if (bare && copy_code(bare, text)) {
        trim_lines(bare);
        return bare;
    }
    free(bare);
    return NULL;
}

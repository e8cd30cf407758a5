// Reads a file's lines. See source_lines.h.
#include "grader/c_text/source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/comments.h"

bool read_lines(SourceLines *t, const char *path) {
    FILE *file = fopen(path, "r");
    size_t room = 0;
    bool inside = false; // a comment
    t->count = 0;
    while (file && t->count < SOURCE_LINES) {
        t->line[t->count] = NULL;
        room = 0;
        if (getline(&t->line[t->count], &room, file) < 0) {
            free(t->line[t->count]);
            break;
        }
        blank_comments(t->line[t->count++], &inside);
    }
    if (file) fclose(file);
    return t->count > 0;
}

void free_lines(SourceLines *t) {
    for (int i = 0; i < t->count; i++) free(t->line[i]);
    t->count = 0;
}

const char *line_text(const SourceLines *t, int line) {
    return line > 0 && line <= t->count ? t->line[line - 1] : "";
}

char *read_code(const char *path) {
    static SourceLines t;
    size_t size = 1;
    if (!read_lines(&t, path)) return NULL;
    for (int i = 0; i < t.count; i++) size += strlen(t.line[i]);
    char *text = calloc(size, 1), *to = text;
    for (int i = 0; i < t.count && text; i++) to = stpcpy(to, t.line[i]);
    free_lines(&t);
    char *code = text ? code_alone(text) : NULL;
    free(text);
    return code;
}

char *read_code_words(const char *path, Lexemes *words) {
    char *text = path ? read_code(path) : NULL;
    if (text && lexemes_read(words, text)) return text;
    free(text);
    return NULL;
}

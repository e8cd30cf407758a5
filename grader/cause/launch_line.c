// Finds where a launch's grid is set: by name, line by line backwards. A guess from the text, for a message alone.
#include "grader/cause/launch_line.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4000, NAME = 64 };

typedef struct {
    char *line[LINES];
    int count;
} Text;

static bool read_lines(Text *t, const char *path) {
    FILE *file = fopen(path, "r");
    size_t room = 0;
    t->count = 0;
    while (file && t->count < LINES) {
        t->line[t->count] = NULL;
        room = 0;
        if (getline(&t->line[t->count], &room, file) < 0) {
            free(t->line[t->count]);
            break;
        }
        t->count++;
    }
    if (file) fclose(file);
    return t->count > 0;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// The name that an expression consists of; false where it is more than a name.
static bool only_name(const char *at, const char *end, char name[NAME]) {
    while (at < end && isspace((unsigned char)*at)) at++;
    while (end > at && isspace((unsigned char)end[-1])) end--;
    if (at == end || end - at >= NAME || isdigit((unsigned char)*at)) return false;
    for (const char *p = at; p < end; p++)
        if (!is_word(*p)) return false;
    snprintf(name, NAME, "%.*s", (int)(end - at), at);
    return true;
}

// Where `name` is given a value in a line: what comes after "name =" or "name("; NULL where it is not.
static const char *value_in(const char *line, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(line, name); at; at = strstr(at + 1, name)) {
        if ((at > line && (is_word(at[-1]) || at[-1] == '.')) || is_word(at[length])) continue;
        const char *behind = at + length;
        while (*behind == ' ') behind++;
        const bool made = at > line && at[-1] == ' ' && *behind == '('; // dim3 grid(...)
        if (made || *behind == '{' || (*behind == '=' && behind[1] != '=')) return behind;
    }
    return NULL;
}

// The `axis`-th of the arguments in parentheses or braces. False where there are none, or fewer.
static bool argument(const char *at, int axis, const char **begin, const char **end) {
    at += strcspn(at, "({");
    if (!*at) return false;
    int depth = 0;
    *begin = at + 1;
    for (; *at; at++) {
        depth += *at == '(' || *at == '{';
        depth -= *at == ')' || *at == '}';
        if ((*at != ',' || depth != 1) && depth) continue;
        if (axis-- == 0 || !depth) {
            *end = at;
            return axis < 0;
        }
        *begin = at + 1;
    }
    return false;
}

static int last_setting(const Text *t, int before, const char *name) {
    for (int i = before - 2; i >= 0; i--) {
        if (!value_in(t->line[i], name)) continue;
        return i + 1;
    }
    return 0;
}

int line_of_launch_size(const char *path, int launch, int axis) {
    static Text t;
    char name[NAME];
    int found = launch;
    if (!read_lines(&t, path)) return launch;
    const char *at = launch <= t.count ? strstr(t.line[launch - 1], "<<<") : NULL;
    if (at && only_name(at + 3, at + 3 + strcspn(at + 3, ",>"), name)) {
        const int set = last_setting(&t, launch, name);
        const char *begin, *end;
        if (set) found = set;
        if (set && axis >= 0 && argument(value_in(t.line[set - 1], name), axis, &begin, &end) &&
            only_name(begin, end, name) && last_setting(&t, set, name))
            found = last_setting(&t, set, name);
    }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

// From a reading of the clock to the type that keeps it, across members and other names of types.
#include "grader/cause/clock_kept.h"

#include <stdbool.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"

// Where the type begins that stands in front of `end`: of "(int count, double start" that of the last name, of "long a, b" the one of both.
static const char *type_begin(const char *line, const char *end) {
    const char *at = end;
    while (at > line && !strchr(";({}>,", at[-1])) at--;
    const bool blank = at + strspn(at, " \t") >= end;
    while (blank && at > line && !strchr(";({}>", at[-1])) at--;
    return at;
}

static bool has_type(const char *line, const char *end, const char *const *types) {
    for (const char *begin = type_begin(line, end); *types; types++) {
        const char *at = find_word(line, begin, *types);
        if (at && at < end) return true;
    }
    return false;
}

// "typedef long Milliseconds;", "using Milliseconds = long;": the line, where the name stands for one of the types. 0: it does not.
static int line_of_alias(const SourceLines *t, const char *name, const char *const *types) {
    for (int line = 1; line <= t->count; line++) {
        const char *text = line_text(t, line), *at = find_word(text, text, name);
        const bool alias = find_word(text, text, "typedef") || find_word(text, text, "using");
        if (at && alias && has_type(text, text + strcspn(text, ";"), types)) return line;
    }
    return 0;
}

// The line, or that of an alias, if what stands in front of `end` is one of the types.
static int line_of_type(const SourceLines *t, int line, const char *end, const char *const *types) {
    const char *text = line_text(t, line), *at = type_begin(text, end);
    char word[SOURCE_NAME];
    if (has_type(text, end, types)) return line;
    while (find_next_name(&at, end, word)) {
        const int alias = line_of_alias(t, word, types);
        if (alias) return alias;
    }
    return 0;
}

// Does the line declare the name: is it a type that stands in front of it, and no operator behind?
static const char *declared_in(const char *text, const char *name) {
    const char *at = find_name(text, text, name);
    if (!at || at == text || !is_word(before_blanks(text, at)[-1])) return NULL;
    const char *before = word_begin(text, before_blanks(text, at)), *behind = at + strlen(name);
    if (!strncmp(before, "return", 6)) return NULL;
    behind += strspn(behind, " ");
    return *behind && strchr(";=,{", *behind) ? at : NULL;
}

static int line_of_variable(const SourceLines *t, int line, const char *name, const char *const *types) {
    for (int i = 0; i < t->count; i++) { // from the line upwards, and then from the end of the file
        const int number = (line - 1 - i + t->count) % t->count + 1;
        const char *text = line_text(t, number), *at = *text ? declared_in(text, name) : NULL;
        if (at) return line_of_type(t, number, at, types);
    }
    return 0;
}

// The function of a line that returns: the nearest one above that begins with a type and a name, "long elapsed() const {".
static int line_of_result(const SourceLines *t, int line, const char *const *types) {
    for (int i = line; i > 0; i--) {
        const char *text = line_text(t, i), *open = strchr(text, '('),
                   *name = open ? word_begin(text, open) : text;
        const char *brace = open ? strchr(open, '{') : NULL;
        if (brace && name > text && !find_assignment(text)) return line_of_type(t, i, name, types);
        if (*text == '}' && i < line) return 0;
    }
    return 0;
}

int line_of_kept_type(const char *path, int line, const char *const *types) {
    static SourceLines t;
    char name[SOURCE_NAME] = "";
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    const char *text = line_text(&t, line), *mark = find_assignment(text);
    if (mark && name_before(text, mark, name))
        found = line_of_variable(&t, line, name, types);
    else if (find_word(text, text, "return"))
        found = line_of_result(&t, line, types);
    free_lines(&t);
    return found;
}

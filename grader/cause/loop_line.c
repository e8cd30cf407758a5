// Finds the loop that a line stands in, and what is given a value before it. A guess from the text, for a message alone.
#include "grader/cause/loop_line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/statements.h"
#include "grader/text/append.h"

enum { STATEMENT = 4000 };

static void read_statement(const SourceLines *t, int line, char text[STATEMENT]) {
    text[0] = 0;
    for (int i = first_line_of_statement(t, line) - 1; i >= 0 && i < t->count; i++) {
        append(text, STATEMENT, "%s", t->line[i]);
        if (line_ends_statement(t->line[i])) break;
    }
}

// ---- What a coefficient multiplies ---------------------------------------------------------------------------------

static bool take_name(const char *begin, const char *end, char *name, size_t size) {
    if (end == begin || isdigit((unsigned char)*begin) || (size_t)(end - begin) >= size) return false;
    snprintf(name, size, "%.*s", (int)(end - begin), begin);
    return true;
}

// Behind "* ": a name, up to a member or an index.
static bool factor_behind(const char *at, char *name, size_t size) {
    at += strspn(at, " ");
    if (*at++ != '*') return false;
    at += strspn(at, " (");
    const char *end = word_end(at);
    return *end != '(' && take_name(at, end, name, size);
}

// In front of "* c.c[5]", of which `at` is the bracket: a name, without its member.
static bool factor_before(const char *text, const char *at, char *name, size_t size) {
    at = before_blanks(text, path_begin(text, at));
    if (at == text || *--at != '*') return false;
    at = before_blanks(text, at);
    const char *begin = path_begin(text, at);
    const size_t length = strcspn(begin, ".");
    return take_name(begin, (size_t)(at - begin) < length ? at : begin + length, name, size);
}

bool name_beside_coefficient(const char *path, int line, long coefficient, char *name, size_t size) {
    static SourceLines t;
    static char text[STATEMENT];
    char index[30];
    bool found = false;
    if (!read_lines(&t, path)) return false;
    if (line > 0 && line <= t.count) read_statement(&t, line, text);
    snprintf(index, sizeof index, "[%ld]", coefficient);
    for (const char *at = strstr(text, index); at && !found; at = strstr(at + 1, index))
        found = factor_behind(at + strlen(index), name, size) || factor_before(text, at, name, size);
    free_lines(&t);
    return found;
}

// What a statement sets or adds to: "sum", "sum.x", "out[p]".
static bool target_of(const char *text, char target[SOURCE_NAME]) {
    const char *end = strchr(text, '='), *begin = text + strspn(text, " \t");
    if (!end) return false;
    while (end > begin && strchr(" +-*/", end[-1])) end--;
    const char *last = end; // behind the type of a declaration
    for (const char *at = begin; at < end && !strchr("[(", *at); at++)
        if (*at == ' ') last = at + 1;
    if (last < end && last > begin) begin = last;
    return end > begin && end - begin < SOURCE_NAME &&
           snprintf(target, SOURCE_NAME, "%.*s", (int)(end - begin), begin) > 0;
}

int line_of_coefficient(const char *path, int line, long coefficient) {
    enum { FAR = 40 };
    static SourceLines t;
    static char text[STATEMENT];
    char index[30], own[SOURCE_NAME], other[SOURCE_NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    snprintf(index, sizeof index, "[%ld]", coefficient);
    if (line > 0 && line <= t.count) read_statement(&t, line, text);
    const bool known = line > 0 && line <= t.count && target_of(text, own);
    for (int i = line - FAR < 1 ? 1 : line - FAR; known && !found && i <= t.count && i < line + FAR; i++) {
        if (first_line_of_statement(&t, i) != i) continue;
        read_statement(&t, i, text);
        if (!target_of(text, other) || strcmp(own, other) || !strstr(text, index)) continue;
        for (found = i; found < t.count && !strstr(t.line[found - 1], index);) found++;
    }
    free_lines(&t);
    return found;
}

// ---- Loops --------------------------------------------------------------------------------------------------------

static bool begins_loop(const char *line) {
    line += strspn(line, " \t");
    return !strncmp(line, "for (", 5) || !strncmp(line, "while (", 7) || !strncmp(line, "do {", 4);
}

static int indent(const char *line) {
    return (int)strspn(line, " \t");
}

// The outermost loop that the line stands in, or the innermost; 0: none.
static int find_loop(const SourceLines *t, int line, bool innermost) {
    int found = 0, inner = indent(line_text(t, line));
    if (line > t->count) return 0;
    for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--) {
        const char first = t->line[i][indent(t->line[i])];
        const bool outside =
            !first || first == '\n' || first == '#'; // "#pragma unroll" may stand at the margin
        if (outside || indent(t->line[i]) >= inner) continue;
        inner = indent(t->line[i]);
        if (begins_loop(t->line[i]) && !(found && innermost)) found = i + 1;
    }
    return found;
}

static int loop_of(const SourceLines *t, int line) {
    return find_loop(t, line, false);
}

int line_of_inner_loop(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return 0;
    const bool own = strstr(line_text(&t, line), "for (");
    const int loop = own ? line : find_loop(&t, line, true);
    free_lines(&t);
    return loop;
}

// Its letters are capitals: ROWS.
static bool is_constants_name(const char *name) {
    for (const char *at = name; *at; at++)
        if (islower((unsigned char)*at)) return false;
    return true;
}

bool loop_is_of_constants(const char *path, int line) {
    static SourceLines t;
    char counted[SOURCE_NAME], name[SOURCE_NAME];
    if (!read_lines(&t, path)) return false;
    const char *at = strchr(line_text(&t, line), ';'), *end = at ? strchr(at + 1, ';') : NULL;
    bool constant = end && find_next_name(&at, end, counted);
    while (constant && find_next_name(&at, end, name))
        constant = is_constants_name(name) || !strcmp(name, counted);
    free_lines(&t);
    return constant;
}

// Is the name given a value in the line: NAME = ..., NAME[...] = ..., or its address given away?
static bool gives_value(const char *line, const char *name) {
    for (const char *at = line; (at = find_name(line, at, name)); at++) {
        const char *behind = at + strlen(name);
        if (at > line && at[-1] == '&') return true;
        while (*behind == '[' || *behind == '.')
            behind = *behind == '.' ? word_end(behind + 1) : behind_subscripts(behind);
        behind += strspn(behind, " ");
        if (*behind == '=' && behind[1] != '=') return true;
    }
    return false;
}

static bool declares_name(const char *line, const char *name) {
    static const char *const types[] = {"float ", "double ", "float2 ", "float4 ", "double2 "};
    line += indent(line);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strncmp(line, types[i], strlen(types[i]))) return find_name(line, line, name);
    return false;
}

int line_of_first_value(const char *path, int line, const char *name) {
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    const int loop = loop_of(&t, line);
    for (int i = loop - 2; i >= 0 && !found && t.line[i][0] != '}'; i--)
        if (gives_value(t.line[i], name) || declares_name(t.line[i], name)) found = i + 1;
    free_lines(&t);
    return found;
}

int line_of_unprepared_loop(const char *path, int line, const char *name) {
    static SourceLines t;
    bool prepared = false, filled = false;
    if (!read_lines(&t, path)) return 0;
    const int loop = loop_of(&t, line), begin = loop ? first_line_of_statement(&t, line) : 0;
    for (int i = loop - 2; i >= 0 && t.line[i][0] != '}'; i--)
        prepared |= find_name(t.line[i], t.line[i], name) && !strstr(t.line[i], "__shared__");
    for (int i = loop; i < begin - 1; i++) prepared |= gives_value(t.line[i], name);
    for (int i = begin; i < t.count && t.line[i][0] != '}'; i++) filled |= gives_value(t.line[i], name);
    free_lines(&t);
    return loop && filled && !prepared ? loop : 0;
}

int line_of_loop(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return 0;
    const int loop = loop_of(&t, line);
    free_lines(&t);
    return loop;
}

bool loop_asks_at_its_end(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return false;
    const bool found = find_word(line_text(&t, line), line_text(&t, line), "do");
    free_lines(&t);
    return found;
}

bool declares_shared(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return false;
    const bool shared = strstr(line_text(&t, line), "__shared__");
    free_lines(&t);
    return shared;
}

bool array_that_is_set(const char *path, int line, char *name, size_t size) {
    static SourceLines t;
    bool set = false;
    if (!read_lines(&t, path)) return false;
    const char *text = line_text(&t, line);
    const char *begin = behind_heads(text), *end = word_end(begin);
    set = *end == '[' && take_name(begin, end, name, size) && gives_value(text, name);
    free_lines(&t);
    return set;
}

// Finds it in the text: "error = cudaFree(buffer);" as a statement of its own. See lost_error.h.
#include "grader/cause/lost_error.h"

#include <stdbool.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"

static const char *begin_of(const char *line) {
    return line + strspn(line, " \t{");
}

// The name that a call's result is put into: "error = cudaMalloc(", in a condition too.
static bool kept_in(const char *line, char name[SOURCE_NAME]) {
    const char *mark = find_assignment(line);
    return mark && strstr(mark, "cuda") && name_before(line, mark, name);
}

// "error = cudaFree(buffer);": the whole statement, and nothing that keeps the error before it, as in error = error ? error : ...
static bool replaces_result(const char *line, const char *name) {
    const char *at = begin_of(line), *mark = find_assignment(at);
    if (find_name(at, at, name) != at || !mark || at + strlen(name) + strspn(at + strlen(name), " ") != mark)
        return false;
    return strstr(mark, "cuda") && !find_name(mark, mark, name) && !strchr(mark, '?');
}

// Does the line hold a condition for the one below it, or go on in it?
static bool leads_on(const char *line) {
    const char *at = begin_of(line), *end = at + strcspn(at, "\n\r");
    const char *comment = strstr(at, "//");
    if (comment && comment < end) end = comment;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    return end > at && strncmp(at, "//", 2) && !strchr(";{}:", end[-1]);
}

static bool jumps(const char *line) {
    return find_word(line, line, "break") || find_word(line, line, "goto");
}

int line_that_loses_error(const char *path, int line) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int found = 0, depth = 0;
    if (!read_lines(&t, path)) return 0;
    const bool kept = kept_in(line_text(&t, line), name),
               far = kept && (jumps(t.line[line - 1]) || jumps(line_text(&t, line + 1)));
    for (int i = line; kept && i < t.count && t.line[i][0] != '}' && (far || !found); i++) {
        // What stands in brackets that open behind the line is under a condition, or in a loop.
        if (depth <= 0 && replaces_result(t.line[i], name) && !leads_on(t.line[i - 1])) found = i + 1;
        for (const char *at = t.line[i]; *at; at++) depth += (*at == '{') - (*at == '}');
    }
    free_lines(&t);
    return found;
}

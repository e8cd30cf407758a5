// Finds where a member of a struct gets its value. A guess from the text, for a message alone.
#include "grader/cause/member_line.h"

#include <stdbool.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/returned_line.h"

// "= value" and not "== value".
static bool is_set_behind(const char *at) {
    while (*at == ' ') at++;
    return *at == '=' && at[1] != '=';
}

// "a.member = ..." of any variable, and ".member = ..." in a list of values.
static bool sets_member(const char *line, const char *member) {
    const size_t length = strlen(member);
    for (const char *at = line; (at = find_word(line, at, member)); at++)
        if (at > line && at[-1] == '.' && is_set_behind(at + length)) return true;
    return false;
}

// "w = f(...)", "const Walk w = f(...)": the function; false: the line has nothing of the kind.
static bool is_made_by(const char *line, const char *object, char function[SOURCE_NAME]) {
    for (const char *at = line; (at = find_name(line, at, object)); at++) {
        const char *mark = at + strlen(object), *end = mark + strlen(mark);
        if (!is_set_behind(mark)) continue;
        mark = strchr(mark, '=') + 1;
        return find_next_name(&mark, end, function) && *mark == '(';
    }
    return false;
}

// The line that returns a value stands in the function: the last one above it that sets the member, else that line.
static int line_in_function(const SourceLines *t, int returned, const char *member) {
    for (int i = returned - 1; i >= 0 && (i == returned - 1 || strchr(" \t\r\n", t->line[i][0])); i--)
        if (sets_member(t->line[i], member)) return i + 1;
    return returned;
}

int line_of_member_value(const char *path, int line, const char *name) {
    static SourceLines t;
    char object[SOURCE_NAME], function[SOURCE_NAME];
    const char *dot = strchr(name, '.'), *member = dot ? dot + 1 : "";
    int found = 0;
    if (!dot || dot == name || dot - name >= SOURCE_NAME || strchr(member, '.') || !read_lines(&t, path))
        return 0;
    memcpy(object, name, (size_t)(dot - name));
    object[dot - name] = 0;
    for (int i = line - 2; i >= 0 && i < t.count && !found && strchr(" \t\r\n", t.line[i][0]); i--) {
        if (find_name(t.line[i], t.line[i], object) && sets_member(t.line[i], member)) found = i + 1;
        if (found || !is_made_by(t.line[i], object, function)) continue;
        const int returned = line_of_returned_value(&t, function);
        found = returned ? line_in_function(&t, returned, member) : 0;
        break;
    }
    free_lines(&t);
    return found;
}

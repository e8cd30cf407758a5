// Macros of the student's file that a line uses, read from the text: their parameters and the arguments given for them.
#include "grader/cause/macro.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/defines.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/words.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

// "#define NAME(a, b) text", and its name.
static bool read_macro(const char *line, Define *d, char name[SOURCE_NAME]) {
    return read_define(line, d) && d->has_list && only_name(d->name.begin, d->name.end, name);
}

// The parenthesis before the arguments, where a line uses the macro. NULL: it does not.
static const char *arguments_in(const char *line, const char *macro) {
    for (const char *at = line; (at = find_word(line, at, macro)); at++) {
        const char *behind = skip_blanks(at + strlen(macro));
        if (*behind == '(') return behind;
    }
    return NULL;
}

// Has it a plus or minus between two operands, outside of all parentheses?
static bool is_sum(Span s) {
    int depth = 0;
    bool operand = false;
    for (const char *at = s.begin; at < s.end; at++) {
        if (!depth && operand && (*at == '+' || *at == '-')) return true;
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        operand |= is_word(*at) || *at == ')';
    }
    return false;
}

// Stands the parameter beside an operator that takes only a part of a sum?
static bool is_open(Span body, const char *parameter) {
    for (const char *at = body.begin; (at = find_word(body.begin, at, parameter)) && at < body.end; at++) {
        const char *before = before_blanks(body.begin, at), *behind = skip_blanks(at + strlen(parameter));
        const char left = before > body.begin ? before[-1] : ' ';
        if (behind < body.end && strchr("*/%", *behind)) return true;
        if (strchr("*/%-", left)) return true;
    }
    return false;
}

static bool is_torn(const char *line, const Define *d, const char *name, OpenMacro *found) {
    const char *arguments = arguments_in(line, name);
    Span given;
    for (int i = 0; arguments && i < d->parameters; i++) {
        if (!find_argument(arguments, i, &given) || !is_sum(given) || !is_open(d->body, d->parameter[i]))
            continue;
        snprintf(found->name, sizeof found->name, "%s", name);
        snprintf(found->parameter, sizeof found->parameter, "%s", d->parameter[i]);
        snprintf(found->argument, sizeof found->argument, "%.*s", (int)(given.end - given.begin),
                 given.begin);
        return true;
    }
    return false;
}

// Looks at the macros that are defined before the line, with `found` only at those that tear an argument apart.
static int look(const char *path, int line, OpenMacro *found) {
    static SourceLines t;
    int result = 0;
    if (!path || line < 1 || !read_lines(&t, path)) return 0;
    const char *use = line_text(&t, line);
    for (int i = 1; !result && i < line && i < t.count; i++) {
        Define d;
        char name[SOURCE_NAME];
        if (!read_macro(t.line[i - 1], &d, name)) continue;
        if (found ? is_torn(use, &d, name, found) : arguments_in(use, name) != NULL) result = i;
    }
    free_lines(&t);
    return result;
}

bool find_open_macro(const char *path, int line, OpenMacro *found) {
    return (found->line = look(path, line, found)) > 0;
}

int line_of_macro(const char *path, int line) {
    return look(path, line, NULL);
}

void blame_open_macro(Cause *cause, const char *path, const SourcePlace *use) {
    OpenMacro m;
    if (!in_student_file(use, path) || !find_open_macro(path, use->line, &m)) return;
    cause->other = *use;
    cause->place = *use;
    cause->place.line = m.line;
    cause->place.column = 0;
    cause->made_there = true;
    cause->known = true;
    if (cause->lets_through) cause->what[0] = 0; // no condition is to blame
    cause->lets_through = false;
    cause->route[0] = cause->next[0] = cause->other_what[0] = 0;
    SAY(other_what, "It is used here");
    SAY(route,
        "The macro `%s` has no parentheses around its parameter `%s`: with `%s` in its place an operator beside it takes "
        "only a part of that.",
        m.name, m.parameter, m.argument);
    SAY(next, "Put each parameter in parentheses in the text of the macro, (%s), or make it a function.",
        m.parameter);
}

// Macros of the student's file that a line uses, read from the text: their parameters and the arguments given for them.
#include "grader/cause/macro.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/words.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { PARAMETERS = 8, LINES_AT_MOST = 4000 };

typedef struct {
    char name[MACRO_WORDS], parameter[PARAMETERS][MACRO_WORDS];
    int parameters;
    const char *body; // in the line of the #define
} Macro;

static const char *copy_word(const char *at, char word[MACRO_WORDS]) {
    const char *end = word_end(at);
    snprintf(word, MACRO_WORDS, "%.*s", (int)(end - at), at);
    return end;
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

// "#define NAME(a, b) body". False for any other line.
static bool read_macro(const char *line, Macro *m) {
    const char *at = skip_blanks(line);
    if (*at != '#') return false;
    at = skip_blanks(at + 1);
    if (strncmp(at, "define", 6)) return false;
    at = copy_word(skip_blanks(at + 6), m->name);
    if (*at != '(') return false;
    m->parameters = 0;
    while (*at && *at != ')' && m->parameters < PARAMETERS) {
        at = skip_blanks(at + 1);
        at = skip_blanks(copy_word(at, m->parameter[m->parameters]));
        if (m->parameter[m->parameters][0]) m->parameters++;
        if (*at != ',' && *at != ')') return false;
    }
    m->body = *at ? at + 1 : at;
    return *at == ')';
}

// The parenthesis before the arguments, where a line uses the macro. NULL: it does not.
static const char *arguments_in(const char *line, const Macro *m) {
    for (const char *at = line; (at = find_word(line, at, m->name)); at++) {
        const char *behind = skip_blanks(at + strlen(m->name));
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
static bool is_open(const char *body, const char *parameter) {
    for (const char *at = body; (at = find_word(body, at, parameter)); at++) {
        const char *before = at, *behind = skip_blanks(at + strlen(parameter));
        while (before > body && isspace((unsigned char)before[-1])) before--;
        const char left = before > body ? before[-1] : ' ';
        if (strchr("*/%", *behind) && *behind) return true;
        if (strchr("*/%-", left)) return true;
    }
    return false;
}

static bool is_torn(const char *line, const Macro *m, OpenMacro *found) {
    const char *arguments = arguments_in(line, m);
    Span given;
    for (int i = 0; arguments && i < m->parameters; i++) {
        if (!find_argument(arguments, i, &given) || !is_sum(given) || !is_open(m->body, m->parameter[i]))
            continue;
        snprintf(found->name, sizeof found->name, "%s", m->name);
        snprintf(found->parameter, sizeof found->parameter, "%s", m->parameter[i]);
        snprintf(found->argument, sizeof found->argument, "%.*s", (int)(given.end - given.begin),
                 given.begin);
        return true;
    }
    return false;
}

// That line of the file; to be freed. NULL: there is none.
static char *read_line(FILE *file, int line) {
    char *text = NULL;
    size_t room = 0;
    rewind(file);
    for (int i = 0; i < line; i++)
        if (getline(&text, &room, file) < 0) {
            free(text);
            return NULL;
        }
    return text;
}

// Looks at the macros that are defined before the line, with `found` only at those that tear an argument apart.
static int look(const char *path, int line, OpenMacro *found) {
    FILE *file = path && line > 0 ? fopen(path, "r") : NULL;
    char *use = file ? read_line(file, line) : NULL, *text = NULL;
    size_t room = 0;
    int result = 0;
    if (file) rewind(file);
    for (int i = 1; use && !result && i < line && i < LINES_AT_MOST && getline(&text, &room, file) >= 0;
         i++) {
        Macro m;
        if (!read_macro(text, &m)) continue;
        if (found ? is_torn(use, &m, found) : arguments_in(use, &m) != NULL) result = i;
    }
    free(use), free(text);
    if (file) fclose(file);
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
    cause->route[0] = cause->next[0] = cause->other_what[0] = 0;
    SAY(other_what, "It is used here");
    SAY(route,
        "The macro `%s` has no parentheses around its parameter `%s`: with `%s` in its place an operator beside it takes "
        "only a part of that.",
        m.name, m.parameter, m.argument);
    SAY(next, "Put each parameter in parentheses in the text of the macro, (%s), or make it a function.",
        m.parameter);
}

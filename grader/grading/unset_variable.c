// Finds declarations like `int k = 0, j = 0;` in functions of the device, and what becomes of their names.
#include "grader/grading/unset_variable.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/comments.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/words.h"
#include "grader/edits/edits.h"
#include "grader/grading/blamed_todo.h"
#include "grader/lab/regions.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { NAME_SIZE = 40 };

static const char *skip_blanks(const char *at) {
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

// Behind "name = 0", "name = false" or "name = {0, 0}", with the name; NULL: it is none of these.
static const char *read_zero(const char *at, char *name) {
    const char *end = word_end(at);
    if (end == at || end - at >= NAME_SIZE || isdigit((unsigned char)*at)) return NULL;
    snprintf(name, NAME_SIZE, "%.*s", (int)(end - at), at);
    at = skip_blanks(end);
    if (*at != '=' || at[1] == '=') return NULL;
    at = skip_blanks(at + 1);
    const char *value = at;
    if (*at == '{')
        at += strcspn(at, "};\n") + 1;
    else
        while (is_word(*at) || *at == '.') at++;
    const bool zero = !strncmp(value, "false", 5) || strspn(value, "{0.f, }") >= (size_t)(at - value);
    return zero && at > value ? skip_blanks(at) : NULL;
}

// Does what stands there, behind a name, change it?
static bool is_set_behind(const char *at) {
    while (*at == '.' || *at == '[') at = *at == '.' ? word_end(at + 1) : at + strcspn(at, "]\n") + 1;
    at = skip_blanks(at);
    if (*at == '=') return at[1] != '=';
    return (strchr("+-*/%|&^", *at) && *at && at[1] == '=') || !strncmp(at, "++", 2) || !strncmp(at, "--", 2);
}

static bool is_set_before(const char *text, const char *at) {
    at = before_blanks(text, at);
    return at > text + 1 &&
           (at[-1] == '&' ? at[-2] != '&' : (at[-1] == at[-2] && (at[-1] == '+' || at[-1] == '-')));
}

// From the declaration to the end of the function: is the name used, and never set?
static bool keeps_its_value(const char *code, const char *behind, const char *end, const char *name) {
    bool used = false;
    for (const char *at = behind; (at = find_name(code, at, name)) && at < end; at++) {
        if (is_set_behind(at + strlen(name)) || is_set_before(code, at)) return false;
        used = true;
    }
    return used;
}

static int count_returns(const char *from, const char *end) {
    int count = 0;
    for (const char *at = strstr(from, "return "); at && at < end; at = strstr(at + 1, "return ")) count++;
    return count;
}

// A declaration begins with a type and ends with its line.
static bool find_in_line(const char *code, size_t begin, char *name) {
    const char *at = word_end(code + begin), *end = code + function_end(code, begin);
    if (at == code + begin || *at != ' ' || count_returns(code + begin, end) > 1) return false;
    for (at = skip_blanks(at); (at = read_zero(at, name)); at = skip_blanks(at + 1)) {
        const char *behind = at + strcspn(at, "\n");
        if (keeps_its_value(code, behind, end, name)) return true;
        if (*at != ',') return false;
    }
    return false;
}

// Has the skeleton this line, whatever its comment?
static bool has_line(const char *skeleton, const char *code, size_t begin, size_t end) {
    size_t from, to;
    while (end > begin && isspace((unsigned char)code[end - 1])) end--;
    for (int line = line_at(skeleton, strlen(skeleton)); line > 0; line--) {
        if (!find_line(skeleton, line, &from, &to)) continue;
        while (to > from && isspace((unsigned char)skeleton[to - 1])) to--;
        if (to - from == end - begin && end > begin && !memcmp(skeleton + from, code + begin, end - begin))
            return true;
    }
    return false;
}

static int todo_behind_line(const LabSpec *spec, const char *text, const char *skeleton, int line) {
    size_t begin, end;
    bool outside;
    const int last = line_at(text, strlen(text));
    for (int i = line + 1; i <= last; i++) {
        if (find_line(text, i, &begin, &end) && begin && text[begin] == '}' && text[begin - 1] == '\n') break;
        const int todo = todo_of_line(spec, text, skeleton, i, &outside);
        if (todo >= 0 && !outside) return todo;
    }
    return -1;
}

// The TODO whose text in the skeleton, its comments that is, names the variable first behind the line where it is declared; -1:
// none does.
static int todo_that_names(const LabSpec *spec, const char *skeleton, const char *declaration,
                           const char *name) {
    Regions regions;
    const char *behind = strstr(skeleton, declaration);
    if (!behind || !regions_find(&regions, spec, skeleton)) return -1;
    for (int i = 0; i < regions.count; i++) {
        const char *end = skeleton + regions.list[i].end, *begin = skeleton + regions.list[i].begin;
        if (begin < behind) continue;
        // The mark's own line says what is to be done, too.
        for (begin--; begin > skeleton && begin[-1] != '\n'; begin--) {
        }
        const char *at = find_word(skeleton, begin, name);
        if (at && at < end) return regions.list[i].todo;
    }
    return -1;
}

static int todo_of_variable(const LabSpec *spec, const char *text, const char *skeleton, int line,
                            const char *name) {
    size_t begin, end;
    char declaration[160] = "";
    if (find_line(text, line, &begin, &end))
        append(declaration, sizeof declaration, "%.*s", (int)strcspn(text + begin, ";\n"), text + begin);
    const int named = declaration[0] ? todo_that_names(spec, skeleton, declaration, name) : -1;
    return named >= 0 ? named : todo_behind_line(spec, text, skeleton, line);
}

bool say_unset_variable(const LabResult *result, CaseResult *c, const char *text, const char *skeleton) {
    size_t begin, end;
    char name[NAME_SIZE];
    Cause *cause = &c->cause;
    if (!skeleton || c->finding >= 0 || some_missing(result, c->key.entry)) return false;
    char *code = without_comments(text), *bare = without_comments(skeleton);
    bool found = false;
    const int last = line_at(text, strlen(text));
    for (int line = 1; code && bare && !found && line <= last; line++) {
        if (!find_line(code, line, &begin, &end) || !has_line(bare, code, begin, end) ||
            !is_device_line(text, line) || !find_in_line(code, begin, name))
            continue;
        const int todo = todo_of_variable(result->spec, text, skeleton, line, name);
        if (todo < 0) continue;
        found = true;
        *cause = (Cause){.known = true, .todo = todo, .example = -1};
        append(cause->place.file, sizeof cause->place.file, "%s", result->source_path);
        cause->place.line = line;
        SAY(what,
            "`%s` is 0 in every thread: it gets that value here, and no line of TODO %s gives it another one.",
            name, result->spec->todos[todo].id);
        SAY(next, "Compute `%s` for each thread, between the marks of TODO %s.", name,
            result->spec->todos[todo].id);
    }
    free(code);
    free(bare);
    return found;
}

// From a line to the one in which a number that it uses was computed.
#include "grader/cause/value_lines.h"

#include <ctype.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/words.h"
#include "grader/cause/returned_line.h"

// What stands behind "name =" in a line; NULL: it does not set it.
static const char *set_to(const char *line, const char *name) {
    for (const char *at = line; (at = find_name(line, at, name)); at++) {
        const char *behind = at + strlen(name);
        while (*behind == ' ') behind++;
        if (*behind == '=' && behind[1] != '=') return behind + 1;
    }
    return NULL;
}

// The nearest line above, in the same function, that sets the name; 0: none.
static int set_above(const SourceLines *t, int line, const char *name) {
    for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--)
        if (set_to(t->line[i], name)) return i + 1;
    return 0;
}

static Span up_to_comment(const char *value) {
    const char *end = strstr(value, "//");
    return trimmed(value, end ? end : value + strcspn(value, ";\r\n"));
}

// Is what stands there a floating-point number, or made one?
static bool is_fraction(Span s) {
    for (const char *at = s.begin; at < s.end; at++) {
        const bool number = isdigit((unsigned char)*at) && (at == s.begin || !is_word(at[-1]));
        const char *end = at;
        while (number && end < s.end && (isdigit((unsigned char)*end) || *end == '.' || *end == 'e')) end++;
        if (number && (memchr(at, '.', (size_t)(end - at)) || memchr(at, 'e', (size_t)(end - at))))
            return true;
    }
    return span_has_text(s, "double") || span_has_text(s, "float") || span_has_text(s, "long");
}

// A product whose first two factors are no fractions: it is computed with integers.
static bool is_integer_product(Span s) {
    for (const char *at = s.begin; at < s.end; at++) {
        const char *before = before_blanks(s.begin, at);
        if (*at != '*' || before == s.begin || !(is_word(before[-1]) || before[-1] == ')')) continue;
        const char *second = at + 1 + strspn(at + 1, " "), *end = second + strcspn(second, "*/+-;\r\n");
        return !is_fraction((Span){s.begin, at}) && !is_fraction((Span){second, end < s.end ? end : s.end});
    }
    return false;
}

static int follow_product(const SourceLines *t, int line, int depth) {
    enum { DEEP = 4 };
    const char *text = line_text(t, line), *equals = strchr(text, '='),
               *returned = find_word(text, text, "return");
    if ((!equals && !returned) || depth == DEEP) return 0;
    const Span value = up_to_comment(returned ? returned + strlen("return") : equals + 1);
    char name[SOURCE_NAME];
    if (is_integer_product(value)) return line;
    for (const char *at = value.begin; find_next_name(&at, value.end, name);) {
        const int set = *at == '(' ? line_of_returned_value(t, name) : set_above(t, line, name),
                  found = set && set != line ? follow_product(t, set, depth + 1) : 0;
        if (found) return found;
    }
    return 0;
}

int line_of_product(const char *path, int line) {
    static SourceLines t;
    if (!path || line < 1 || !read_lines(&t, path)) return 0;
    const int found = follow_product(&t, line, 0);
    free_lines(&t);
    return found;
}

// ---- The caller's number ------------------------------------------------------------------------------------------

// The line that begins the function, with all of its parameters in it; 0: it is written otherwise.
static int head_of(const SourceLines *t, int line) {
    for (int i = line - 2; i >= 0; i--) {
        const char *text = t->line[i];
        if (text[0] == '}' || text[0] == '#') return 0;
        if (is_word(text[0])) return strchr(text, '(') && strchr(text, '{') ? i + 1 : 0;
    }
    return 0;
}

// Which parameter of the function is a number that the line hands on as it is? -1: none.
static int handed_parameter(const SourceLines *t, int head, int line) {
    const char *open = strchr(line_text(t, head), '(');
    Span parameter;
    char name[SOURCE_NAME];
    for (int p = 0; find_argument(open, p, &parameter); p++) {
        if (span_has(parameter, '*') || !name_before(parameter.begin, parameter.end, name)) continue;
        const char *text = line_text(t, line), *at = find_name(text, text, name);
        if (!at) continue;
        const char *before = before_blanks(text, at), *behind = at + strlen(name);
        while (*behind == ' ') behind++;
        if (before > text && strchr("(,", before[-1]) && strchr("),", *behind)) return p;
    }
    return -1;
}

// The only line that calls it, and the parenthesis there; 0: there are none, or several.
static int only_call(const SourceLines *t, int head, const char *name, const char **open) {
    int found = 0;
    for (int i = 0; i < t->count; i++) {
        const char *at = i + 1 == head ? NULL : find_name(t->line[i], t->line[i], name);
        if (!at || at[strlen(name)] != '(') continue;
        if (found) return 0;
        found = i + 1;
        *open = at + strlen(name);
    }
    return found;
}

int line_of_size_in_caller(const char *path, int line) {
    static SourceLines t;
    char name[SOURCE_NAME];
    const char *open = NULL;
    Span argument;
    int found = 0;
    if (!path || line < 1 || !read_lines(&t, path)) return 0;
    const int head = head_of(&t, line), parameter = head ? handed_parameter(&t, head, line) : -1;
    const char *text = line_text(&t, head);
    const int call =
        parameter >= 0 && name_before(text, strchr(text, '('), name) ? only_call(&t, head, name, &open) : 0;
    if (call && find_argument(open, parameter, &argument)) {
        const int set = only_name(argument.begin, argument.end, name) ? set_above(&t, call, name) : 0;
        found = set ? set : call;
    }
    free_lines(&t);
    return found;
}

// ---- Quotients ----------------------------------------------------------------------------------------------------

// Is the name declared as one of these types, in any line?
static bool is_declared(const SourceLines *t, const char *name, const char *const types[]) {
    for (int i = 0; i < t->count; i++)
        for (const char *at = t->line[i]; (at = find_name(t->line[i], at, name)); at++) {
            const Span type = word_before(t->line[i], at);
            for (int k = 0; types[k]; k++)
                if ((size_t)(type.end - type.begin) == strlen(types[k]) &&
                    !strncmp(type.begin, types[k], strlen(types[k])))
                    return true;
        }
    return false;
}

bool divides_integers_for_fraction(const char *path, int line) {
    static const char *const fractions[] = {"double", "float", NULL}, *const whole[] = {"int", "unsigned",
                                                                                        "size_t", "long",
                                                                                        NULL};
    static SourceLines t;
    char name[SOURCE_NAME];
    if (!path || line < 1 || !read_lines(&t, path)) return false;
    const char *text = line_text(&t, line), *equals = strchr(text, '=');
    const Span value = equals ? up_to_comment(equals + 1) : (Span){text, text};
    bool good = equals && name_before(text, equals, name) && is_declared(&t, name, fractions) &&
                span_has(value, '/') && !is_fraction(value) && !span_has(value, '(');
    for (const char *at = value.begin; good && find_next_name(&at, value.end, name);)
        good = is_declared(&t, name, whole) && !is_declared(&t, name, fractions);
    free_lines(&t);
    return good;
}

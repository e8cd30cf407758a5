// Finds lines by the variables in them: where one is declared, set, replaced, or made equal to another one.
// A guess from the text, for a message alone.
#include "grader/cause/variable_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/statements.h"
#include "grader/text/append.h"

// Is a variable, or an element of an array, given a value on this line? `at` points behind its name.
static bool is_replaced(const char *at) {
    at = behind_subscripts(at);
    while (*at == ' ') at++;
    return *at == '=' && at[1] != '=';
}

static bool replaces(const char *line, const char *name) {
    for (const char *at = line; (at = find_name(line, at, name)); at++)
        if (is_replaced(at + strlen(name))) return true;
    return false;
}

// `own`: a name that does not count, "" for none.
static bool replaces_a_name_of(const char *line, const char *user, const char *own) {
    char name[SOURCE_NAME];
    for (const char *at = user, *end = user + strlen(user); find_next_name(&at, end, name);)
        if (strcmp(name, own) && replaces(line, name)) return true;
    return false;
}

// The lines from this one to the end of its statement; to be freed.
static char *statement_from(const SourceLines *t, int line) {
    enum { ROOM = 4000 };
    char *statement = line > 0 && line <= t->count ? calloc(1, ROOM) : NULL;
    for (int i = line - 1; statement && i < t->count; i++) {
        append(statement, ROOM, "%s", t->line[i]);
        if (strchr(t->line[i], ';') || t->line[i][0] == '}') break;
    }
    return statement;
}

// The variable that the line itself gives a value, "sum = sum + ..."; "" where it gives none one.
static void name_that_is_set(const char *line, char name[SOURCE_NAME]) {
    const char *mark = strchr(line, '=');
    name[0] = 0;
    if (!mark || mark == line || mark[1] == '=' || strchr("=!<>", mark[-1])) return;
    if (strchr("+-*/", mark[-1])) mark--;
    if (!name_before(line, mark, name)) name[0] = 0;
}

int line_of_replacement(const char *path, int line) {
    enum { FAR = 60 };
    static SourceLines t;
    char own[SOURCE_NAME] = "";
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    name_that_is_set(line_text(&t, line), own);
    for (int i = line; i < t.count && i < line + FAR && !found && line > 0; i++) {
        if (t.line[i][0] == '}') break; // the end of the function
        if (replaces_a_name_of(t.line[i], t.line[line - 1], own)) found = i + 1;
    }
    free_lines(&t);
    return found;
}

// The name in "NAME = ..." or "if (...) NAME = ..."; false where the line assigns to none.
static bool assigned_name(const char *line, char name[SOURCE_NAME]) {
    int depth = 0;
    const char *at = line;
    for (; *at; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (*at == '=' && !depth && at[1] != '=' && at > line && !strchr("=!<>+-*/", at[-1])) break;
    }
    if (*at != '=') return false;
    const Span word = word_before(line, at);
    return word.begin > line && word.begin[-1] == ' ' && only_name(word.begin, word.end, name);
}

// What "sum = ..." or "sum.x = ..." sets; false where the line begins with no such thing.
static bool set_part(const char *line, char part[SOURCE_NAME]) {
    const char *mark = strchr(line, '=');
    if (!mark || mark == line || mark[1] == '=' || strchr("=!<>+-*/", mark[-1])) return false;
    mark = before_blanks(line, mark);
    const char *begin = path_begin(line, mark);
    snprintf(part, SOURCE_NAME, "%.*s", (int)(mark - begin < SOURCE_NAME ? mark - begin : 0), begin);
    return part[0] != 0;
}

static bool adds_to(const char *line, const char *part) {
    const char *mark = strstr(line, "+="), *found = strstr(line, part);
    return mark && found && found < mark;
}

int line_of_next_step(const char *path, int line) {
    enum { FAR = 60 };
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    char *user = line > 0 && line <= t.count ? statement_from(&t, first_line_of_statement(&t, line)) : NULL;
    for (int i = line; user && i < t.count && i < line + FAR && !found && t.line[i][0] != '}'; i++)
        if (!strchr(t.line[i], '*') && replaces_a_name_of(t.line[i], user, "")) found = i + 1;
    free(user);
    free_lines(&t);
    return found;
}

bool begins_sum(const char *path, int line) {
    static SourceLines t;
    char name[SOURCE_NAME];
    bool begins = false;
    if (!read_lines(&t, path)) return false;
    if (set_part(line_text(&t, line), name)) {
        begins = true;
        for (int i = line - 2; i >= 0 && t.line[i][0] != '}' && begins; i--)
            begins = !adds_to(t.line[i], name);
    }
    free_lines(&t);
    return begins;
}

// "a = b;" of two names that the other line uses: from then on they are the same.
static bool equals_two_of(const char *line, const char *user) {
    char own[SOURCE_NAME], other[SOURCE_NAME];
    const char *mark = strchr(line, '='), *end = mark ? strchr(mark, ';') : NULL;
    return end && mark[1] != '=' && only_name(line, mark, own) && only_name(mark + 1, end, other) &&
           find_name(user, user, own) && find_name(user, user, other);
}

int line_of_aliasing(const char *path, int line) {
    enum { FAR = 60 };
    static SourceLines t;
    int found = 0;
    char *user = read_lines(&t, path) ? statement_from(&t, line) : NULL;
    for (int i = line; user && i < t.count && i < line + FAR && t.line[i][0] != '}'; i++)
        if (equals_two_of(t.line[i], user)) found = i + 1;
    free(user);
    free_lines(&t);
    return found;
}

int line_of_own_array(const char *path, char *name, size_t size) {
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count; i++) {
        const char *at = t.line[i] + strspn(t.line[i], " \t");
        if (at > t.line[i] && !strncmp(at, "float ", 6) && !found) {
            at += 6;
            const char *end = word_end(at);
            if (end > at && *end == '[') {
                snprintf(name, size, "%.*s", (int)(end - at), at);
                found = i + 1;
            }
        }
    }
    free_lines(&t);
    return found;
}

// "float sum;": is one of the names of `user` declared on this line, and given no value?
static bool declares_unset(const char *line, const char *user) {
    static const char *const types[] = {"float ", "double ", "int ", "float2 ", "float4 "};
    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t length = strlen(types[i]);
        if (strncmp(line, types[i], length)) continue;
        for (const char *at = line + length; *at && *at != '(' && *at != '{';) {
            char name[SOURCE_NAME];
            const char *end = word_end(at);
            const bool unset = (*end == ';' || *end == ',') && only_name(at, end, name);
            if (unset && find_word(user, user, name)) return true;
            at = end;
            at += strcspn(at, ",");
            at += strspn(at, ", ");
        }
    }
    return false;
}

int line_of_unset(const char *path, int line) {
    enum { FAR = 40 };
    static SourceLines t;
    int found = 0;
    char *user = read_lines(&t, path) ? statement_from(&t, line) : NULL;
    for (int i = line - 1; user && i >= 0 && i < t.count && i > line - FAR && !found; i--)
        if (declares_unset(t.line[i], user)) found = i + 1;
    free(user);
    free_lines(&t);
    return found;
}

// "float NAME = ...": is a variable declared at the beginning of this line, and given a value? Its name in `name`.
static bool declares(const char *line, char name[SOURCE_NAME]) {
    static const char *const types[] = {"const ",  "float ", "double ", "unsigned ", "int ",
                                        "size_t ", "auto ",  "bool ",   "float2 ",   "float4 "};
    bool typed = false;
    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t length = strlen(types[i]);
        if (strncmp(line, types[i], length)) continue;
        line += length;
        typed |= i > 0;
    }
    const size_t length = strcspn(line, " =;({[");
    return typed && length && only_name(line, line + length, name) && is_replaced(line + length);
}

int line_of_value(const char *path, int line, const char *name) {
    static SourceLines t;
    char own[SOURCE_NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = line - 2; i >= 0 && i < t.count && !found && strchr(" \t\r\n", t.line[i][0]); i--)
        if ((declares(t.line[i], own) || assigned_name(t.line[i], own)) && !strcmp(own, name)) found = i + 1;
    free_lines(&t);
    return found;
}

int line_where_sum_begins(const char *path, int line, char *name, size_t size) {
    static SourceLines t;
    name[0] = 0;
    if (!read_lines(&t, path)) return 0;
    const char *text = line_text(&t, line), *mark = strstr(text, "+=");
    if (mark) {
        const Span word = word_before(text, mark);
        snprintf(name, size, "%.*s", (int)(word.end - word.begin), word.begin);
    }
    free_lines(&t);
    return name[0] ? line_of_value(path, line, name) : 0;
}

// "auto sum = 0;": what follows the = is a whole number, and nothing else.
static bool deduced_whole(const char *at) {
    const char *value = strncmp(at, "auto ", 5) ? NULL : strchr(at, '=');
    if (!value) return false;
    value += 1 + strspn(value + 1, " -");
    const size_t digits = strspn(value, "0123456789");
    return digits && strchr(";,", value[digits]);
}

bool declares_whole(const char *path, int line) {
    static const char *const types[] = {"int ",     "long ",  "unsigned ", "size_t ",
                                        "int64_t ", "short ", "char "},
                             *const qualifiers[] = {"const ",    "static ",     "extern ",
                                                    "volatile ", "__shared__ ", "__device__ "};
    static SourceLines t;
    bool whole = false;
    if (!read_lines(&t, path)) return false;
    const char *at = line_text(&t, line);
    at += strspn(at, " \t");
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
        if (strncmp(at, qualifiers[i], strlen(qualifiers[i]))) continue;
        at += strlen(qualifiers[i]);
        i = (size_t)-1; // in any order
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        whole |= !strncmp(at, types[i], strlen(types[i]));
    whole |= deduced_whole(at);
    free_lines(&t);
    return whole;
}

int count_sizes(const char *path, int line, const char *name) {
    static SourceLines t;
    int count = 0;
    if (!read_lines(&t, path)) return 0;
    const char *text = line_text(&t, line), *at = find_word(text, text, name);
    for (at = at ? at + strlen(name) : text + strcspn(text, "["); *at == '['; count++)
        at = behind_bracket(at);
    free_lines(&t);
    return count;
}

bool is_assignment(const char *path, int line) {
    static SourceLines t;
    char name[SOURCE_NAME];
    if (!read_lines(&t, path)) return false;
    const bool is = assigned_name(line_text(&t, line), name) && !declares(line_text(&t, line), name);
    free_lines(&t);
    return is;
}

// Is the variable known before the line, further out? Then a line above, indented by less than `inner`, gives it a value.
static bool known_outside(const SourceLines *t, int line, const char *name, size_t inner) {
    for (int i = line - 1; i >= 0 && t->line[i][0] != '}'; i--)
        if (find_name(t->line[i], t->line[i], name) && strspn(t->line[i], " \t") < inner &&
            !strstr(t->line[i], "for ("))
            return true;
    return false;
}

int line_of_second_declaration(const char *path, int line, char *name, size_t size) {
    enum { FAR = 60 };
    static SourceLines t;
    char own[SOURCE_NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = line; line > 0 && i < t.count && i < line + FAR && t.line[i][0] != '}' && !found; i++) {
        if (!declares(t.line[i], own) || !find_name(t.line[line - 1], t.line[line - 1], own) ||
            !known_outside(&t, line - 1, own, strspn(t.line[i], " \t")))
            continue;
        snprintf(name, size, "%s", own);
        found = i + 1;
    }
    free_lines(&t);
    return found;
}

int next_assignment(const char *path, int line, int after) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    const bool named = assigned_name(line_text(&t, line), name);
    for (int i = after; named && i < t.count && !found && t.line[i][0] != '}'; i++)
        if (replaces(t.line[i], name)) found = i + 1;
    free_lines(&t);
    return found;
}

int line_set_before(const char *path, int line) {
    enum { FAR = 12 };
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    bool region = false; // a marker of a TODO's text was passed: only what stands in one is to be mended
    for (int i = line - 2; line <= t.count && i >= 0 && i > line - FAR && !found; i--) {
        if (t.line[i][0] == '}') break;
        if (strstr(t.line[i], "// end ")) region = true;
        if (region && strncmp(t.line[i] + strspn(t.line[i], " \t"), "//", 2) &&
            replaces_a_name_of(t.line[i], t.line[line - 1], ""))
            found = i + 1;
        if (strstr(t.line[i], "// TODO ")) break;
    }
    free_lines(&t);
    return found;
}

// Is one of the names of `user` given its value in the line, behind an `auto`?
static bool declares_automatic(const char *line, const char *user) {
    char name[SOURCE_NAME];
    const char *at = find_word(line, line, "auto");
    for (const char *c = user, *end = user + strlen(user); at && find_next_name(&c, end, name);)
        if (replaces(at, name)) return true;
    return false;
}

int line_of_automatic(const char *path, int line) {
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = line - 1; i > 0 && i <= t.count && t.line[i - 1][0] != '}' && !found; i--)
        if (declares_automatic(t.line[i - 1], t.line[line - 1])) found = i;
    free_lines(&t);
    return found;
}

// Finds lines by the names in them: where a launch's grid is set, where an array is declared, where a value is replaced.
// A guess from the text, for a message alone.
#include "grader/cause/launch_line.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/comments.h"
#include "grader/text/words.h"

enum { LINES = 4000, NAME = 64 };

typedef struct {
    char *line[LINES];
    int count;
} Text;

static bool read_lines(Text *t, const char *path) {
    FILE *file = fopen(path, "r");
    size_t room = 0;
    bool inside = false; // a comment
    t->count = 0;
    while (file && t->count < LINES) {
        t->line[t->count] = NULL;
        room = 0;
        if (getline(&t->line[t->count], &room, file) < 0) {
            free(t->line[t->count]);
            break;
        }
        blank_comments(t->line[t->count++], &inside);
    }
    if (file) fclose(file);
    return t->count > 0;
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
        char field[NAME + 4];
        snprintf(field, sizeof field, "%s.%c", name, 'x' + (axis < 0 ? 0 : axis));
        const int single = axis >= 0 ? last_setting(&t, launch, field) : 0;
        if (set) found = set;
        if (single > set) found = single;
        if (set && single <= set && axis >= 0 &&
            argument(value_in(t.line[set - 1], name), axis, &begin, &end) && only_name(begin, end, name) &&
            last_setting(&t, set, name))
            found = last_setting(&t, set, name);
    }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

// The argument of <<<...>>> with that number, from 0. False where there are fewer.
static bool launch_argument(const char *line, int number, const char **begin, const char **end) {
    const char *at = strstr(line, "<<<");
    int depth = 0;
    if (!at) return false;
    for (*begin = at += 3; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        const bool last = !depth && !strncmp(at, ">>>", 3);
        if (!last && (depth || *at != ',')) continue;
        *end = at;
        if (number-- == 0) return true;
        if (last) return false;
        *begin = at + 1;
    }
    return false;
}

// Where an argument of a launch was last set, if it is a name; else the launch itself.
static int line_of_launch_argument(const char *path, int launch, int number) {
    static Text t;
    char name[NAME];
    const char *begin, *end;
    int found = launch;
    if (!read_lines(&t, path)) return launch;
    if (launch <= t.count && launch_argument(t.line[launch - 1], number, &begin, &end) &&
        only_name(begin, end, name) && last_setting(&t, launch, name))
        found = last_setting(&t, launch, name);
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

int line_of_block_size(const char *path, int launch) {
    return line_of_launch_argument(path, launch, 1);
}

int line_of_shared_size(const char *path, int launch) {
    return line_of_launch_argument(path, launch, 2);
}

// A quotient, and neither ceil_div nor "+ block - 1" nor the like rounds it up; or ceil comes too late, for whole numbers.
static bool rounds_down(const char *line) {
    const char *comment = strstr(line, "//"), *slash = strchr(line, '/'), *ceil = strstr(line, "ceil(");
    if (ceil && strchr(ceil, '/') && !strpbrk(ceil, ".") && !strstr(ceil, "float") && !strstr(ceil, "double"))
        return true;
    return slash && slash != comment && !strstr(line, "ceil") && !strstr(line, "- 1)") &&
           !strstr(line, "-1)") && !strchr(line, '%') && !strstr(slash, "+ 1");
}

// From a line to those that set what it uses, the nearest first.
static int follow_rounding(const Text *t, int line, int depth) {
    enum { DEEP = 3 };
    if (rounds_down(t->line[line - 1])) return line;
    for (const char *at = t->line[line - 1]; *at && depth < DEEP; at++) {
        char name[NAME];
        if (!is_word(*at) || isdigit((unsigned char)*at)) continue;
        const char *end = at;
        while (is_word(*end)) end++;
        if (only_name(at, end, name))
            for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--) {
                if (!value_in(t->line[i], name)) continue;
                const int found = follow_rounding(t, i + 1, depth + 1);
                if (found) return found;
                break;
            }
        at = end - 1;
    }
    return 0;
}

int line_of_rounding(const char *path, int line) {
    static Text t;
    if (!read_lines(&t, path)) return line;
    const int found = line > 0 && line <= t.count ? follow_rounding(&t, line, 0) : 0;
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found ? found : line;
}

// Of the names in a line the last one that is a whole argument and is given a value above it, in the same function.
static int line_of_argument(const Text *t, int line) {
    int found = 0;
    char name[NAME];
    for (const char *at = t->line[line - 1]; *at; at++) {
        const char *begin = at + 1, *end = begin + strcspn(begin, "(),");
        if ((*at != ',' && *at != '(') || !*end || *end == '(' || !only_name(begin, end, name)) continue;
        for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--) {
            const char *value = value_in(t->line[i], name);
            if (!value) continue;
            const bool null =
                !strncmp(value + strspn(value, "= "), "NULL", 4) || value[strspn(value, "= ")] == '0';
            if (!null) found = i + 1;
            break;
        }
    }
    return found;
}

int line_of_size(const char *path, int line) {
    static Text t;
    if (!read_lines(&t, path)) return 0;
    const int found = line > 0 && line <= t.count ? line_of_argument(&t, line) : 0;
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

int line_of_declaration(const char *path, const char *name) {
    static Text t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    const size_t length = strlen(name);
    for (int i = 0; i < t.count; i++) {
        const char *line = t.line[i];
        for (const char *at = strstr(line, name); at && !found; at = strstr(at + 1, name)) {
            const char *before = at;
            while (before > line && before[-1] == ' ') before--;
            const bool declared = before > line && before < at && (is_word(before[-1]) || before[-1] == ',');
            if (declared && at[length] == '[' && strncmp(before - 6 < line ? line : before - 6, "return", 6))
                found = i + 1;
        }
        free(t.line[i]);
    }
    return found;
}

// Is a variable, or an element of an array, given a value on this line? `at` points behind its name.
static bool is_replaced(const char *at) {
    while (*at == '[') {
        at += strcspn(at, "]");
        at += *at != 0;
    }
    while (*at == ' ') at++;
    return *at == '=' && at[1] != '=';
}

static bool replaces_a_name_of(const char *line, const char *user) {
    for (const char *at = user; *at; at++) {
        if (!is_word(*at) || isdigit((unsigned char)*at)) continue;
        const char *end = at;
        while (is_word(*end)) end++;
        const size_t length = (size_t)(end - at);
        for (const char *x = line; *x; x++) {
            if (strncmp(x, at, length) || is_word(x[length]) ||
                (x > line && (is_word(x[-1]) || x[-1] == '.')))
                continue;
            if (is_replaced(x + length)) return true;
        }
        at = end - 1;
    }
    return false;
}

int line_of_replacement(const char *path, int line) {
    enum { FAR = 60 };
    static Text t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = line; i < t.count && i < line + FAR && !found && line > 0; i++) {
        if (t.line[i][0] == '}') break; // the end of the function
        if (replaces_a_name_of(t.line[i], t.line[line - 1])) found = i + 1;
    }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

int line_of_own_array(const char *path, char *name, size_t size) {
    static Text t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count; i++) {
        const char *at = t.line[i] + strspn(t.line[i], " \t");
        if (at > t.line[i] && !strncmp(at, "float ", 6) && !found) {
            at += 6;
            size_t length = 0;
            while (is_word(at[length])) length++;
            if (length && at[length] == '[') {
                snprintf(name, size, "%.*s", (int)length, at);
                found = i + 1;
            }
        }
        free(t.line[i]);
    }
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
            char name[NAME];
            const size_t name_length =
                strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
            snprintf(name, sizeof name, "%.*s", (int)(name_length < NAME ? name_length : NAME - 1), at);
            at += name_length;
            const bool unset = *at == ';' || *at == ',';
            const char *used = name[0] ? strstr(user, name) : NULL;
            if (unset && used && !is_word(used[strlen(name)]) && (used == user || !is_word(used[-1])))
                return true;
            at += strcspn(at, ",");
            at += strspn(at, ", ");
        }
    }
    return false;
}

int line_of_unset(const char *path, int line) {
    enum { FAR = 40 };
    static Text t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = line - 1; i >= 0 && i < t.count && i > line - FAR && !found; i--)
        if (declares_unset(t.line[i], t.line[line - 1])) found = i + 1;
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

// The name in "NAME = ..." or "if (...) NAME = ..."; false where the line assigns to none.
static bool assigned_name(const char *line, char name[NAME]) {
    int depth = 0;
    const char *at = line;
    for (; *at; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (*at == '=' && !depth && at[1] != '=' && at > line && !strchr("=!<>+-*/", at[-1])) break;
    }
    while (at > line && at[-1] == ' ') at--;
    const char *begin = at;
    while (begin > line && is_word(begin[-1])) begin--;
    return *line && begin > line && begin[-1] == ' ' && only_name(begin, at, name);
}

// "float NAME = ...": is a variable declared at the beginning of this line, and given a value? Its name in `name`.
static bool declares(const char *line, char name[NAME]) {
    static const char *const types[] = {"const ",  "float ", "double ", "int ",    "unsigned ",
                                        "size_t ", "auto ",  "bool ",   "float2 ", "float4 "};
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

bool declares_whole(const char *path, int line) {
    static const char *const types[] = {"int ", "long ", "unsigned ", "size_t ", "long long ", "int64_t "};
    static Text t;
    bool whole = false;
    if (!read_lines(&t, path)) return false;
    const char *at = line > 0 && line <= t.count ? t.line[line - 1] : "";
    at += strspn(at, " \t");
    if (!strncmp(at, "const ", 6)) at += 6;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        whole |= !strncmp(at, types[i], strlen(types[i]));
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return whole;
}

int count_sizes(const char *path, int line, const char *name) {
    static Text t;
    int count = 0;
    if (!read_lines(&t, path)) return 0;
    const char *at = line > 0 && line <= t.count ? strstr(t.line[line - 1], name) : NULL;
    for (at = at ? at + strlen(name) : ""; *at == '['; count++) {
        at += strcspn(at, "]");
        at += *at != 0;
    }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return count;
}

bool is_assignment(const char *path, int line) {
    static Text t;
    char name[NAME];
    if (!read_lines(&t, path)) return false;
    const bool is = line > 0 && line <= t.count && assigned_name(t.line[line - 1], name) &&
                    !declares(t.line[line - 1], name);
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return is;
}

static bool names(const char *line, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(line, name); at; at = strstr(at + 1, name))
        if ((at == line || (!is_word(at[-1]) && at[-1] != '.')) && !is_word(at[length])) return true;
    return false;
}

// Is the variable known before the line, further out? Then a line above, indented by less than `inner`, gives it a value.
static bool known_outside(const Text *t, int line, const char *name, size_t inner) {
    for (int i = line - 1; i >= 0 && t->line[i][0] != '}'; i--)
        if (names(t->line[i], name) && strspn(t->line[i], " \t") < inner && !strstr(t->line[i], "for ("))
            return true;
    return false;
}

int line_of_second_declaration(const char *path, int line, char *name, size_t size) {
    enum { FAR = 60 };
    static Text t;
    char own[NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = line; line > 0 && i < t.count && i < line + FAR && t.line[i][0] != '}' && !found; i++) {
        if (!declares(t.line[i], own) || !names(t.line[line - 1], own) ||
            !known_outside(&t, line - 1, own, strspn(t.line[i], " \t")))
            continue;
        snprintf(name, size, "%s", own);
        found = i + 1;
    }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

int next_assignment(const char *path, int line, int after) {
    static Text t;
    char name[NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    const bool named = line > 0 && line <= t.count && assigned_name(t.line[line - 1], name);
    for (int i = after; named && i < t.count && !found && t.line[i][0] != '}'; i++)
        for (const char *at = strstr(t.line[i], name); at && !found; at = strstr(at + 1, name)) {
            const bool whole =
                (at == t.line[i] || (!is_word(at[-1]) && at[-1] != '.')) && !is_word(at[strlen(name)]);
            if (whole && is_replaced(at + strlen(name))) found = i + 1;
        }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

int line_set_before(const char *path, int line) {
    enum { FAR = 12 };
    static Text t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    bool region = false; // a marker of a TODO's text was passed: only what stands in one is to be mended
    for (int i = line - 2; line <= t.count && i >= 0 && i > line - FAR && !found; i--) {
        if (t.line[i][0] == '}') break;
        if (strstr(t.line[i], "// end ")) region = true;
        if (region && strncmp(t.line[i] + strspn(t.line[i], " \t"), "//", 2) &&
            replaces_a_name_of(t.line[i], t.line[line - 1]))
            found = i + 1;
        if (strstr(t.line[i], "// TODO ")) break;
    }
    for (int i = 0; i < t.count; i++) free(t.line[i]);
    return found;
}

// Is the field `name` set on this line: NAME = ..., x.NAME = ..., NAME |= ..., or f(&x->NAME, ...)? 2: by = or by a call.
static int sets_field(const char *line, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(line, name); at; at = strstr(at + 1, name)) {
        if ((at > line && is_word(at[-1])) || is_word(at[length])) continue;
        const char *begin = at, *behind = at + length;
        while (begin > line &&
               (is_word(begin[-1]) || begin[-1] == '.' || begin[-1] == '>' || begin[-1] == '-'))
            begin--;
        while (*behind == ' ') behind++;
        if (begin > line && begin[-1] == '&' && at > begin) return 2;
        if (!strncmp(begin > line + 6 ? begin - 7 : line, "strcpy(", 7)) return 2;
        if (*behind == '=' && behind[1] != '=') return 2;
        if (*behind && strchr("|+-*/", *behind) && behind[1] == '=') return 1;
    }
    return 0;
}

int line_of_field(const char *path, const char *name) {
    static Text t;
    int found = 0, best = 0;
    if (!name[0] || !read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count; i++) {
        const char *at = t.line[i] + strspn(t.line[i], " \t");
        const int sets = strncmp(at, "//", 2) ? sets_field(t.line[i], name) : 0;
        if (sets && sets >= best) found = i + 1, best = sets;
        free(t.line[i]);
    }
    return found;
}

// Finds lines by the names in them: where a launch's grid is set, where an array is declared, where a field is set.
// A guess from the text, for a message alone.
#include "grader/cause/launch_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/brackets.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/returned_line.h"

// Where `name` is given a value in a line: what comes after "name =" or "name("; NULL where it is not.
static const char *value_in(const char *line, const char *name) {
    for (const char *at = line; (at = find_name(line, at, name)); at++) {
        const char *behind = at + strlen(name);
        while (*behind == ' ') behind++;
        const bool made = at > line && at[-1] == ' ' && *behind == '('; // dim3 grid(...)
        if (made || *behind == '{' || (*behind == '=' && behind[1] != '=')) return behind;
    }
    return NULL;
}

// The `axis`-th of the arguments in parentheses or braces. False where there are none, or fewer.
static bool argument_in(const char *at, int axis, Span *argument) {
    at += strcspn(at, "({");
    return *at && find_argument(at, axis, argument);
}

static int last_setting(const SourceLines *t, int before, const char *name) {
    for (int i = before - 2; i >= 0; i--) {
        if (!value_in(t->line[i], name)) continue;
        return i + 1;
    }
    return 0;
}

// Has an axis before this one the same argument? Then its blocks are enough there, and here another number is meant.
static bool serves_before(const char *setting, int axis) {
    Span own, other;
    if (!argument_in(setting, axis, &own)) return false;
    for (int i = 0; i < axis; i++)
        if (argument_in(setting, i, &other) && same_text(own, other)) return true;
    return false;
}

// A function of the file that makes a dim3: the line in which it returns one. 0: there is none of that name.
static int line_that_returns(const SourceLines *t, const char *name) {
    enum { FAR = 20 };
    for (int i = 0; i < t->count; i++) {
        const char *at = find_name(t->line[i], t->line[i], name);
        if (!at || !find_word(t->line[i], t->line[i], "dim3") || at[strlen(name)] != '(') continue;
        for (int k = i; k < t->count && k < i + FAR; k++)
            if (find_word(t->line[k], t->line[k], "return")) return k + 1;
    }
    return 0;
}

// "Best::grid(n - 2)", as an argument of the launch or as the value of its variable: where that function says how many blocks there are;
// 0: it is no call of a function of the file.
static int line_of_called(const SourceLines *t, const char *begin, const char *end) {
    const char *opens = memchr(begin, '(', (size_t)(end - begin));
    char name[SOURCE_NAME];
    return opens && name_before(begin, opens, name) ? line_that_returns(t, name) : 0;
}

int line_of_launch_size(const char *path, int launch, int axis) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int found = launch;
    if (!read_lines(&t, path)) return launch;
    const char *at = strstr(line_text(&t, launch), "<<<");
    Span grid;
    const int called = at && find_argument(at, 0, &grid) ? line_of_called(&t, grid.begin, grid.end) : 0;
    if (called) found = called;
    if (at && only_name(at + 3, at + 3 + strcspn(at + 3, ",>"), name)) {
        const int set = last_setting(&t, launch, name);
        Span number;
        char field[SOURCE_NAME + 4];
        snprintf(field, sizeof field, "%s.%c", name, 'x' + (axis < 0 ? 0 : axis));
        const int single = axis >= 0 ? last_setting(&t, launch, field) : 0;
        if (set) found = set;
        const char *value = set ? value_in(t.line[set - 1], name) : NULL;
        const int made = value && *value == '=' ? line_of_called(&t, value + 1, value + strlen(value)) : 0;
        if (made) found = made;
        if (single > set) found = single;
        if (set && !made && single <= set && axis >= 0 &&
            !serves_before(value_in(t.line[set - 1], name), axis) &&
            argument_in(value_in(t.line[set - 1], name), axis, &number) &&
            only_name(number.begin, number.end, name) && last_setting(&t, set, name))
            found = last_setting(&t, set, name);
    }
    free_lines(&t);
    return found;
}

static int last_change(const SourceLines *t, int before, const char *name) {
    for (int i = before - 2; i >= 0 && t->line[i][0] != '}'; i--)
        if (!find_word(t->line[i], t->line[i], "using") && gives_value(t->line[i], name))
            return strstr(t->line[i], "constexpr") ? 0 : i + 1;
    return 0;
}

// The words that say how many blocks there are along the axis, in the line that sets it or in the launch.
static bool size_words(const SourceLines *t, int set, int launch, int axis, Span *words) {
    const char *at = strstr(line_text(t, launch), "<<<"), *value = strchr(line_text(t, set), '=');
    const char *made = set == launch ? NULL : strpbrk(value ? value : line_text(t, set), "({");
    if (made && argument_in(made, axis, words)) return true;
    return axis == 0 && set == launch && at && find_argument(at, 0, words);
}

// Of y or z: is its number the very name that x has, while the third axis has another one? Then not that name's value is wrong.
static bool has_name_of_x(const SourceLines *t, int set, int launch, int axis, Span words) {
    Span x, third;
    char name[SOURCE_NAME];
    return axis > 0 && only_name(words.begin, words.end, name) && size_words(t, set, launch, 0, &x) &&
           same_text(x, words) && size_words(t, set, launch, 3 - axis, &third) && !same_text(third, words);
}

// The argument of ceil( or ceilf( in a line. False: it calls neither.
static bool find_ceil(const char *line, Span *argument) {
    const char *at = strstr(line, "ceil");
    at += at ? 4 + (at[4] == 'f') : 0;
    if (!at || *at != '(') return false;
    const char *close = closing_bracket(at); // it may go on in the next line
    *argument = (Span){at + 1, close ? close : at + strlen(at)};
    return true;
}

// ceil() of a quotient of integers.
static bool rounds_late(const char *line) {
    Span rounded;
    return find_ceil(line, &rounded) && span_has(rounded, '/') && !span_has(rounded, '.') &&
           !span_has_text(rounded, "float") && !span_has_text(rounded, "double");
}

// "(n + size - 1) / size" and its like: what rounds up as it should is handed the wrong number, if anything.
static bool rounds_up(const char *line) {
    return (strstr(line, "ceil") && !rounds_late(line)) ||
           (strchr(line, '/') && (strstr(line, "- 1") || strstr(line, "-1")));
}

static bool word_in(Span words, const char *name) {
    const char *at = find_word(words.begin, words.begin, name);
    return at && at < words.end;
}

// Another axis has its number of blocks by that name, too.
static bool shared_with_other(const SourceLines *t, int set, int launch, int axis, const char *name) {
    Span words;
    for (int other = 0; other < 3; other++)
        if (other != axis && size_words(t, set, launch, other, &words) && word_in(words, name)) return true;
    return false;
}

static int line_that_computes(const char *path, int launch, int axis, bool alone) {
    static SourceLines t;
    const int set = line_of_launch_size(path, launch, axis);
    int found = set;
    Span words;
    char name[SOURCE_NAME];
    if (!read_lines(&t, path)) return set;
    const bool helper = find_word(line_text(&t, set), line_text(&t, set), "return") != NULL; // it says all
    if (!helper && size_words(&t, set, launch, axis, &words) && !has_name_of_x(&t, set, launch, axis, words))
        for (const char *at = words.begin; found == set && find_next_name(&at, words.end, name);) {
            const int called = *at == '(' ? line_of_returned_value(&t, name) : 0,
                      changed = called || (alone && shared_with_other(&t, set, launch, axis, name))
                                    ? 0
                                    : last_change(&t, set, name);
            if (called && rounds_up(line_text(&t, called))) break;
            if (called || changed) found = called ? called : changed;
        }
    free_lines(&t);
    return found;
}

int line_that_computes_size(const char *path, int launch, int axis) {
    return line_that_computes(path, launch, axis, false);
}

int line_that_computes_size_alone(const char *path, int launch, int axis) {
    return line_that_computes(path, launch, axis, true);
}

bool lines_of_last_error(const char *path, int launch, int line[2]) {
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return false;
    for (int i = launch; i < t.count && t.line[i][0] != '}' && found < 2; i++)
        for (const char *at = t.line[i]; (at = find_word(t.line[i], at, "cudaGetLastError")) && found < 2;
             at++)
            line[found++] = i + 1;
    free_lines(&t);
    return found == 2;
}

// From the launch to the end of its function, but for the line `but`.
static int line_of_call(const char *path, int launch, int but, const char *const *calls) {
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = launch; i < t.count && t.line[i][0] != '}' && !found; i++)
        for (const char *const *call = calls; *call; call++)
            if (i + 1 != but && find_word(t.line[i], t.line[i], *call)) found = i + 1;
    free_lines(&t);
    return found;
}

int line_that_asks_for_error(const char *path, int launch, int but) {
    static const char *const asks[] = {"cudaGetLastError", "cudaPeekAtLastError", "cudaDeviceSynchronize",
                                       NULL};
    return line_of_call(path, launch, but, asks);
}

int line_that_waits_alone(const char *path, int launch) {
    static const char *const asks[] = {"cudaGetLastError", "cudaPeekAtLastError", NULL},
                             *const waits[] = {"cudaDeviceSynchronize", "cudaStreamSynchronize",
                                               "cudaEventSynchronize", NULL};
    return line_of_call(path, launch, 0, asks) ? 0 : line_of_call(path, launch, 0, waits);
}

// Where an argument of a launch was last set, if it is a name; else the launch itself.
static int line_of_launch_argument(const char *path, int launch, int number) {
    static SourceLines t;
    char name[SOURCE_NAME];
    Span argument;
    int found = launch;
    if (!read_lines(&t, path)) return launch;
    const char *at = strstr(line_text(&t, launch), "<<<");
    if (at && find_argument(at, number, &argument) && only_name(argument.begin, argument.end, name) &&
        last_setting(&t, launch, name))
        found = last_setting(&t, launch, name);
    free_lines(&t);
    return found;
}

int line_of_block_size(const char *path, int launch) {
    return line_of_launch_argument(path, launch, 1);
}

// "tile_bytes(block)": where that function computes the number.
static int line_of_called_number(const SourceLines *t, const char *begin, const char *end) {
    const char *opens = memchr(begin, '(', (size_t)(end - begin));
    char name[SOURCE_NAME];
    return opens && opens > begin && is_word(opens[-1]) && name_before(begin, opens, name)
               ? line_of_returned_value(t, name)
               : 0;
}

int line_of_shared_size(const char *path, int launch) {
    static SourceLines t;
    int found = line_of_launch_argument(path, launch, 2);
    Span argument;
    if (!read_lines(&t, path)) return found;
    const char *at = strstr(line_text(&t, launch), "<<<"), *value = strchr(line_text(&t, found), '=');
    const bool whole = found == launch;
    const bool given = whole ? at && find_argument(at, 2, &argument) : value != NULL;
    if (given && !whole) argument = (Span){value + 1, value + strlen(value)};
    const int called = given ? line_of_called_number(&t, argument.begin, argument.end) : 0;
    if (called) found = called;
    free_lines(&t);
    return found;
}

// A quotient, and neither ceil_div nor "+ block - 1" nor the like rounds it up; or ceil comes too late, for whole numbers.
static bool rounds_down(const char *line) {
    const char *comment = strstr(line, "//"), *slash = strchr(line, '/'), *ceil = strstr(line, "ceil(");
    if (ceil && strchr(ceil, '/') && !strpbrk(ceil, ".") && !strstr(ceil, "float") && !strstr(ceil, "double"))
        return true;
    return slash && slash != comment && !strstr(line, "ceil") && !strstr(line, "- 1)") &&
           !strstr(line, "-1)") && !strchr(line, '%') && !strstr(slash, "+ 1");
}

// Of a small function that the line begins, a lambda for instance: the line of its body. 0: none.
static int rounding_in_body(const SourceLines *t, int line) {
    enum { LINES = 8 };
    const char *opens = strrchr(t->line[line - 1], '{');
    if (!opens || opens[1 + strspn(opens + 1, " \t\r\n")]) return 0;
    for (int i = line; i < t->count && i < line + LINES; i++) {
        if (rounds_down(t->line[i])) return i + 1;
        if (t->line[i][strspn(t->line[i], " \t")] == '}') break;
    }
    return 0;
}

// From a line to those that set what it uses, the nearest first.
static int follow_rounding(const SourceLines *t, int line, int depth) {
    enum { DEEP = 3 };
    const char *text = line_text(t, line), *at = text;
    char name[SOURCE_NAME];
    if (rounds_down(text)) return line;
    while (depth < DEEP && find_next_name(&at, text + strlen(text), name))
        for (int i = line - 2; i >= 0 && t->line[i][0] != '}'; i--) {
            if (!value_in(t->line[i], name)) continue;
            const int found = follow_rounding(t, i + 1, depth + 1),
                      inside = found ? found : rounding_in_body(t, i + 1);
            if (inside) return inside;
            break;
        }
    return 0;
}

int line_of_rounding(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return line;
    const int found = follow_rounding(&t, line, 0);
    free_lines(&t);
    return found ? found : line;
}

// "(n + 31) / 32": what is added before the division rounds it up.
static bool adds_before_division(const char *line) {
    const char *slash = strchr(line, '/'), *close = slash;
    while (close && close > line && close[-1] == ' ') close--;
    if (!close || close == line || close[-1] != ')') return false;
    int depth = 0;
    for (const char *at = close - 1; at >= line; at--) {
        depth += (*at == ')') - (*at == '(');
        if (!depth) break;
        if (*at == '+') return true;
    }
    return false;
}

int line_of_dropped_rest(const char *path, int launch, const char *argument) {
    static SourceLines t;
    char name[SOURCE_NAME];
    if (!read_lines(&t, path)) return 0;
    const char *end = argument + strlen(argument);
    const int set = only_name(argument, end, name) ? last_change(&t, launch, name) : 0;
    const int found = rounds_down(argument) ? launch : set ? follow_rounding(&t, set, 0) : 0;
    const bool rounded = found && adds_before_division(found == launch ? argument : line_text(&t, found));
    free_lines(&t);
    return rounded ? 0 : found;
}

bool adds_almost_one(const char *path, int line) {
    static SourceLines t;
    bool found = false;
    if (!read_lines(&t, path)) return false;
    for (const char *at = strchr(line_text(&t, line), '/'); !found && at && (at = strchr(at, '+')); at++) {
        const char *number = at + 1 + strspn(at + 1, " ");
        found = !strncmp(number + (*number == '0'), ".9", 2);
    }
    free_lines(&t);
    return found;
}

bool rounds_too_late(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return false;
    const bool late = rounds_late(line_text(&t, line));
    free_lines(&t);
    return late;
}

int line_of_called_value(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return 0;
    const char *text = line_text(&t, line), *value = find_assignment(text);
    const int found = value ? line_of_called_number(&t, value + 1, value + strlen(value)) : 0;
    free_lines(&t);
    return found;
}

// Of the names in a line the last one that is a whole argument and is given a value above it, in the same function.
static int line_of_argument(const SourceLines *t, int line) {
    int found = 0;
    char name[SOURCE_NAME];
    for (const char *at = line_text(t, line); *at; at++) {
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
    static SourceLines t;
    if (!read_lines(&t, path)) return 0;
    const int found = line_of_argument(&t, line);
    free_lines(&t);
    return found;
}

// "float name[", ", name[": the line; 0: there is none.
static int line_of_array(const SourceLines *t, const char *name) {
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i];
        if (!strncmp(line + strspn(line, " \t"), "//", 2)) continue; // the text of a TODO names it, too
        for (const char *at = line; (at = find_word(line, at, name)); at++) {
            const char *before = before_blanks(line, at);
            const bool declared = before > line && before < at && (is_word(before[-1]) || before[-1] == ',');
            if (declared && at[strlen(name)] == '[' &&
                strncmp(before - 6 < line ? line : before - 6, "return", 6))
                return i + 1;
        }
    }
    return 0;
}

// "typedef float TYPE[", "using TYPE = float[": the line; 0: there is none.
static int line_of_array_type(const SourceLines *t, const char *type) {
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i], *at = find_word(line, line, type);
        if (!at || !strchr(at, '[')) continue;
        const bool named = find_word(line, line, "typedef") && at[strlen(type)] == '[',
                   used = find_word(line, line, "using") && strchr(at, '=');
        if (named || used) return i + 1;
    }
    return 0;
}

// "__shared__ TYPE other, name;" where TYPE stands for an array: the line that says so; 0: there is none.
static int line_of_its_type(const SourceLines *t, const char *name) {
    char type[SOURCE_NAME];
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i], *shared = find_word(line, line, "__shared__"),
                   *at = shared ? shared + strlen("__shared__") : NULL;
        if (!shared || !find_word(at, at, name)) continue;
        while (find_next_name(&at, line + strlen(line), type) && strcmp(type, name)) {
            const int found = line_of_array_type(t, type);
            if (found) return found;
        }
    }
    return 0;
}

int line_of_declaration(const char *path, const char *name) {
    static SourceLines t;
    if (!read_lines(&t, path)) return 0;
    const int own = line_of_array(&t, name), found = own ? own : line_of_its_type(&t, name);
    free_lines(&t);
    return found;
}

// Is the field `name` set on this line: NAME = ..., x.NAME = ..., NAME |= ..., or f(&x->NAME, ...)? 2: by = or by a call.
static int sets_field(const char *line, const char *name) {
    for (const char *at = line; (at = find_word(line, at, name)); at++) {
        const char *begin = at, *behind = at + strlen(name);
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

// Is something else given a value, and not only changed, in the line before?
static bool follows_setting(const SourceLines *t, int line) {
    const char *before = line > 1 ? find_assignment(t->line[line - 2]) : NULL;
    return before && before > t->line[line - 2] && !strchr("+-*/%|&^", before[-1]);
}

int line_of_field(const char *path, const char *name, bool changes) {
    static SourceLines t;
    int found = 0, best = 0;
    if (!name[0] || !read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count; i++) {
        const char *at = t.line[i] + strspn(t.line[i], " \t");
        int sets = strncmp(at, "//", 2) ? sets_field(t.line[i], name) : 0;
        if (sets && changes) sets = 3 - sets;
        if (!sets || sets < best || (sets == best && changes && follows_setting(&t, found))) continue;
        found = i + 1;
        best = sets;
    }
    free_lines(&t);
    return found;
}

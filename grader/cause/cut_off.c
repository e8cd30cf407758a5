// Finds the line where a number of blocks is cut off at a constant: min(n, 1024), n < MOST ? n : MOST, if (n > MOST) n = MOST.
#include "grader/cause/cut_off.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/lines.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/launch_line.h"
#include "grader/text/append.h"

enum { FAR = 300, FEW = 4, MOST_THREADS = 1024 }; // fewer blocks than FEW are numbers that many lines have

// ---- Constants ---------------------------------------------------------------------------------------------------

// "1024", "32 * 32" or "1 << 10", with *end behind it; 0: it is too large, or no number begins at `at`.
static long number_at(const char *at, const char **end) {
    enum { MOST = 1 << 30, SHIFT = 30 };
    long value = 0;
    char *behind = (char *)at;
    for (bool product = false, shift = false; isdigit((unsigned char)*at);
         at += 1 + shift, at += strspn(at, " ")) {
        const long number = strtol(at, &behind, 0);
        if (number <= 0 || number > MOST || (shift && number > SHIFT)) return *end = behind, 0;
        value = shift ? value << number : product ? value * number : number;
        if (value > MOST) return *end = behind, 0;
        at = behind + strspn(behind, "uUlL ");
        product = *at == '*';
        shift = !strncmp(at, "<<", 2);
        if (!product && !shift) break;
    }
    *end = behind;
    return value;
}

// The constant that stands there, up to a mark that ends it; 0: it is something else.
static long constant_at(const char *at) {
    const char *end;
    const long value = number_at(at + strspn(at, " "), &end);
    end += strspn(end, "uUlL ");
    return !*end || strchr(";,})\n\r/", *end) ? value : 0;
}

// The number that a name is set to in the file; 0: to none that stands there as a constant.
static long value_of_name(const SourceLines *t, const char *name) {
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i] + strspn(t->line[i], " \t"), *at = find_name(line, line, name);
        if (!at) continue;
        const char *behind = at + strlen(name) + strspn(at + strlen(name), " ");
        const bool macro = !strncmp(line, "#define", 7), set = *behind == '=' || *behind == '{';
        if (!macro && (!set || behind[1] == '=' || at == line)) continue; // it is declared there
        const long value = constant_at(behind + (macro ? 0 : 1));
        if (value) return value;
    }
    return 0;
}

// How often the number stands in the line, as a constant or by a name for it.
static int count_number(const SourceLines *t, const char *line, long number) {
    int count = 0;
    for (const char *at = line, *end; *at; at = end) {
        end = word_end(at);
        if (end == at || (at > line && (at[-1] == '.' || is_word(at[-1])))) {
            end = end == at ? at + 1 : end;
            continue;
        }
        char name[SOURCE_NAME];
        if (isdigit((unsigned char)*at))
            count += number_at(at, &end) == number;
        else if (only_name(at, end, name))
            count += value_of_name(t, name) == number;
    }
    return count;
}

// ---- Lines -------------------------------------------------------------------------------------------------------

// The first < or > that compares; NULL: there is none.
static const char *comparison_in(const char *line) {
    for (const char *at = line; (at = strpbrk(at, "<>")); at++) {
        if (at[1] == *at)
            at++;
        else if ((at == line || at[-1] != '-') && *line != '#')
            return at;
    }
    return NULL;
}

static bool has_between(const SourceLines *t, const char *begin, const char *end, long number) {
    char words[FAR] = "";
    append(words, sizeof words, "%.*s", (int)(end - begin), begin);
    return count_number(t, words, number) > 0;
}

// Is the number taken where the other one is larger, and not where that is smaller? `at`: the comparison in the line.
static bool takes_smaller(const SourceLines *t, const char *line, const char *at, long number) {
    const char *asks = strchr(at, '?'), *other = asks ? strchr(asks, ':') : NULL, *close = strchr(at, ')');
    const char *behind = asks ? asks : close ? close : line + strlen(line);
    const bool right = has_between(t, at, behind, number), left = has_between(t, line, at, number);
    const bool where_true = !asks || (other && has_between(t, asks, other, number));
    return right != left && ((*at == '>') == right) == where_true;
}

static bool takes_least(const char *line) {
    static const char *const LEAST[] = {"min", "fmin", "fminf", "clamp", NULL};
    for (int i = 0; LEAST[i]; i++) {
        const char *at = find_word(line, line, LEAST[i]);
        if (!at) continue;
        const char behind = at[strlen(LEAST[i])];
        if (behind == '(' || behind == '<') return true;
    }
    return false;
}

// The number takes the place of what it is compared with: there, or in the line below.
static bool cuts_off(const SourceLines *t, int line, long number) {
    const char *text = line_text(t, line);
    const int own = count_number(t, text, number);
    if (!own) return false;
    if (takes_least(text)) return true;
    const char *at = comparison_in(text);
    const bool launches = strstr(text, "<<<") != NULL;
    if (launches || !at || !takes_smaller(t, text, at, number) || find_word(text, text, "for") ||
        find_word(text, text, "while"))
        return false;
    return own > 1 || (find_word(text, text, "if") && count_number(t, line_text(t, line + 1), number));
}

// The line where a function of that name begins; 0: the file has none.
static int line_of_function(const SourceLines *t, const char *name) {
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i], *at = find_name(line, line, name);
        if (!at || at == line || isspace((unsigned char)*line) || at[strlen(name)] != '(') continue;
        if (strchr(at, '{') || (!strchr(at, ';') && strchr(line_text(t, i + 2), '{'))) return i + 1;
    }
    return 0;
}

static int cut_off_in_function(const SourceLines *t, int head, long number) {
    enum { LINES = 40 };
    for (int line = head; line <= t->count && line < head + LINES; line++) {
        if (cuts_off(t, line, number)) return line;
        const char *text = line_text(t, line);
        if (line > head && *text == '}') break;
        if (line == head && strchr(text, '}')) break;
    }
    return 0;
}

// In the functions of the file that the line calls.
static int cut_off_in_called(const SourceLines *t, int line, long number) {
    const char *text = line_text(t, line), *at = text;
    char name[SOURCE_NAME];
    while (find_next_name(&at, text + strlen(text), name)) {
        const int head = *at == '(' ? line_of_function(t, name) : 0;
        const int found = head && head != line ? cut_off_in_function(t, head, number) : 0;
        if (found) return found;
    }
    return 0;
}

int line_of_cut_off(const char *path, int launch, int axis, long blocks) {
    static SourceLines t;
    const int set = line_of_launch_size(path, launch, axis);
    int found = 0;
    if (blocks < FEW || !set || !read_lines(&t, path)) return 0;
    for (int line = set; line <= launch && !found; line++) {
        if (cuts_off(&t, line, blocks)) found = line;
        if (!found) found = cut_off_in_called(&t, line, blocks);
    }
    if (!found && set > launch)
        found = cuts_off(&t, set, blocks) ? set : 0; // in a function that makes the grid
    free_lines(&t);
    return found;
}

// The kernel of the launch in that line, or behind it: "kernel<<<", "kernel<32><<<". False: there is none.
static bool launched_kernel(const char *code, int launch, char name[SOURCE_NAME]) {
    const char *line = line_begin(code, launch), *at = line ? strstr(line, "<<<") : NULL;
    if (!at || at - line > FAR) return false;
    if (at > line && at[-1] == '>')
        while (at > line && *at != '<') at--;
    while (at > line && at[-1] == '>') at--;
    return name_before(code, at, name);
}

// Has the body of that kernel these words? Its head stands behind the function before it.
static bool kernel_has(const Lexemes *x, const char *kernel, const char *words) {
    int begin, end, before = 0;
    while (next_device_function(x, before, &begin, &end)) {
        bool own = false;
        for (int i = before; i < begin; i++) own |= lexeme_is(x, i, kernel) && lexeme_is(x, i + 1, "(");
        const char *from = x->text + x->list[begin].at, *found = strstr(from, words);
        if (own) return found && found < x->text + x->list[end].at;
        before = end + 1;
    }
    return false;
}

bool goes_on_by_grid(const char *path, int launch, int axis) {
    Lexemes x;
    char kernel[SOURCE_NAME], words[] = "gridDim.x";
    char *code = read_code_words(path, &x);
    if (!code) return false;
    words[sizeof words - 2] = (char)('x' + axis);
    const bool found = launched_kernel(code, launch, kernel) && kernel_has(&x, kernel, words);
    lexemes_free(&x);
    free(code);
    return found;
}

bool say_cut_off(Cause *cause, const char *path, int launch, int axis, long blocks) {
    const int line = line_of_cut_off(path, launch, axis, blocks);
    if (!line || goes_on_by_grid(path, launch, axis)) return false;
    cause->place.line = line;
    cause->place.column = 0;
    cause->route[0] = cause->next[0] = 0;
    append(
        cause->route, sizeof cause->route,
        "The number of blocks along %c is cut off here, at %ld: more are needed, and what lies beyond these has no thread.",
        'x' + axis, blocks);
    append(
        cause->next, sizeof cause->next,
        "A grid may have %s blocks along %c%s. Leave the number as it is computed, or let each thread go on to further "
        "elements.",
        axis ? "65535" : "2^31 - 1", 'x' + axis,
        blocks == MOST_THREADS ? ": 1024 is the limit for the threads of a block" : "");
    return true;
}

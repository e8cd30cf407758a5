// The TODO of a line in a file without the marks of the TODOs: by what the line does.
#include "grader/grading/todo_by_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/comments.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/spans.h"
#include "grader/c_text/words.h"
#include "grader/grading/blamed_todo.h"

// A function of the file, as bytes [begin, end) of its text without comments.
typedef struct {
    const char *text;
    size_t begin, end;
    const char *output; // the name of the buffer that is judged
} Function;

static bool has(const char *text, size_t begin, size_t end, const char *words) {
    const char *at = strstr(text + begin, words);
    return at && at + strlen(words) <= text + end;
}

static bool has_word(const char *text, size_t begin, size_t end, const char *word) {
    const char *at = find_word(text, text + begin, word);
    return at && at + strlen(word) <= text + end;
}

// The end of the statement or function before a place: where what belongs to a function's head begins.
static size_t head_begin(const char *text, size_t at) {
    while (at > 0 && !strchr(";}", text[at - 1])) at--;
    return at;
}

// The function around a place. False: it lies in none.
static bool function_around(const char *text, size_t at, Function *f) {
    const size_t head = (size_t)(function_head(text, at) - text), brace = head + strcspn(text + head, "{;");
    if (text[brace] != '{') return false;
    f->text = text;
    f->begin = head_begin(text, head);
    f->end = (size_t)(behind_bracket(text + brace) - text);
    return at < f->end && memchr(text + f->begin, '(', brace - f->begin);
}

static bool is_sum(const Function *f, size_t begin, size_t end) {
    char element[70];
    snprintf(element, sizeof element, "%s[", f->output);
    const char *at = strstr(f->text + begin, element);
    const bool stores = at && at < f->text + end && (at == f->text || !is_word(at[-1])) &&
                        memchr(at, '=', f->text + end - at);
    return stores || has(f->text, begin, end, ".c[");
}

// Where the first line begins, from `at` on, that is a barrier, or part of the sum; f->end: there is none.
static size_t first_line(const Function *f, size_t at, bool barrier) {
    while (at < f->end) {
        const size_t end = at + strcspn(f->text + at, "\n");
        if (barrier ? has_barrier(f->text, at, end) : is_sum(f, at, end)) return at;
        at = end + 1;
    }
    return f->end;
}

static size_t behind_last_sum(const Function *f) {
    size_t last = f->begin;
    for (size_t at = f->begin; (at = first_line(f, at, false)) < f->end;)
        last = at = at + strcspn(f->text + at, "\n") + 1;
    return last;
}

static bool is_loop(const char *text, size_t begin) {
    return !strncmp(text + begin, "for (", 5) || !strncmp(text + begin, "while (", 7);
}

static bool is_condition(const Function *f, size_t begin, size_t end) {
    static const char *const words[] = {"if", "bool", "return", "continue"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(f->text, begin, end, words[i])) return true;
    return has(f->text, begin, end, "&&") || has(f->text, begin, end, "||");
}

// "tile[y][x] = current;"
static bool stores_element(const Function *f, size_t begin, size_t end) {
    const char *is = memchr(f->text + begin, '=', end - begin);
    if (is) is = before_blanks(f->text + begin, is);
    return is && is > f->text + begin && is[-1] == ']';
}

// Is the word that begins there a pointer among the function's parameters, to something else than the output?
static bool is_input(const Function *f, const char *word, size_t length) {
    char name[3][80];
    const size_t brace = f->begin + strcspn(f->text + f->begin, "{");
    if (length == strlen(f->output) && !strncmp(word, f->output, length)) return false;
    snprintf(name[0], sizeof name[0], "*%.*s", (int)length, word);
    snprintf(name[1], sizeof name[1], "* %.*s", (int)length, word);
    snprintf(name[2], sizeof name[2], "__restrict__ %.*s", (int)length, word);
    for (int i = 0; i < 3; i++) {
        const char *at = strstr(f->text + f->begin, name[i]);
        if (at && at < f->text + brace && !is_word(at[strlen(name[i])])) return true;
    }
    return false;
}

// Do these bytes name an input, by themselves or by a macro?
static bool names_input(const Function *f, const char *at, const char *end, bool macros) {
    while (at < end) {
        size_t length = 0;
        while (at + length < end && is_word(at[length])) length++;
        if (!length) {
            at++;
            continue;
        }
        if (length < 60 && is_input(f, at, length)) return true;
        char define[80];
        snprintf(define, sizeof define, "#define %.*s(", length < 60 ? (int)length : 0, at);
        const char *macro = macros && at[length] == '(' ? strstr(f->text, define) : NULL;
        if (macro && names_input(f, macro + strlen(define), macro + strcspn(macro, "\n"), false)) return true;
        at += length;
    }
    return false;
}

// "next = in[p + plane];": what stands behind the = takes something from an input.
static bool loads_input(const Function *f, size_t begin, size_t end) {
    const char *is = f->text + begin;
    do is = memchr(is + 1, '=', (size_t)(f->text + end - is - 1));
    while (is && (is[1] == '=' || strchr("=<>!", is[-1])));
    return is && names_input(f, is, f->text + end, true);
}

// Is the variable that this line sets first used behind a place? "bool inner = ...;"
static bool used_behind(const Function *f, size_t begin, size_t end, size_t place) {
    char name[64];
    const char *is = memchr(f->text + begin, '=', end - begin);
    if (!is || !has_word(f->text, begin, end, "bool")) return false;
    const char *last = is;
    while (last > f->text + begin && !is_word(last[-1])) last--;
    const char *first = word_begin(f->text + begin, last);
    snprintf(name, sizeof name, "%.*s", (int)(last - first), first);
    const char *use = find_word(f->text, f->text + end, name);
    return use && use > f->text + place;
}

// A helper on the device: what it is there for.
static TodoPart part_of_helper(const Function *f) {
    const size_t brace = f->begin + strcspn(f->text + f->begin, "{");
    if (first_line(f, brace, false) < f->end) return PART_SUM;
    if (first_line(f, brace, true) < f->end) return PART_WAIT;
    if (has_word(f->text, f->begin, brace, "bool")) return PART_GUARD;
    const bool moves = has_word(f->text, f->begin, brace, "void") && !has(f->text, brace, f->end, "[");
    return moves && has(f->text, brace, f->end, " = ") ? PART_MARCH : PART_LOAD;
}

// The outermost loop of a kernel that the line lies in or begins, where it computes points in there; 0: none.
static size_t march_around(const Function *f, size_t begin, size_t end) {
    size_t march = 0;
    for (size_t loop = is_loop(f->text, begin) ? begin : loop_begin(f->text, begin); loop > f->begin;
         loop = loop_begin(f->text, loop - 1)) {
        const size_t brace = loop + strcspn(f->text + loop, "{\n"),
                     last = (size_t)(behind_bracket(f->text + brace) - f->text);
        if (f->text[brace] == '{' && last >= end &&
            (has(f->text, brace, last, ".c[") || has(f->text, brace, last, "sync")))
            march = loop;
    }
    return march;
}

// Is the name given a new value there, between two places: "cur = above;"?
static bool is_moved_on(const Function *f, size_t from, size_t to, const char *name) {
    for (const char *at = f->text + from; (at = find_name(f->text, at, name)) && at < f->text + to; at++) {
        const char *behind = at + strlen(name) + strspn(at + strlen(name), " "),
                   *before = before_blanks(f->text, at);
        if (behind[0] == '=' && behind[1] != '=' && before > f->text && strchr(";{}", before[-1]))
            return true;
    }
    return false;
}

// "int below = (cur - 1) % 3;" in a march that moves `cur` on at its end: part of how it moves on.
static bool follows_march(const Function *f, size_t begin, size_t end, size_t march) {
    char name[SOURCE_NAME];
    const char *at = memchr(f->text + begin, '=', end - begin);
    const size_t brace = march + strcspn(f->text + march, "{\n");
    if (!at || !march || f->text[brace] != '{' || memchr(f->text + begin, '[', end - begin)) return false;
    const size_t last = (size_t)(behind_bracket(f->text + brace) - f->text);
    while (find_next_name(&at, f->text + end, name))
        if (is_moved_on(f, end, last, name)) return true;
    return false;
}

static TodoPart part_in_kernel(const Function *f, size_t begin, size_t end) {
    const size_t wait = first_line(f, f->begin, true), sum = first_line(f, f->begin, false),
                 march = march_around(f, begin, end);
    const size_t loads_end = wait < f->end ? wait : sum;
    if (has_barrier(f->text, begin, end)) return PART_WAIT;
    if (is_sum(f, begin, end)) return PART_SUM;
    if (march == begin || follows_march(f, begin, end, march)) return PART_MARCH;
    if (march && begin >= loads_end && loads_input(f, begin, end)) return PART_SHARE;
    if (begin < loads_end)
        return used_behind(f, begin, end, loads_end) ? PART_GUARD : march ? PART_SHARE : PART_LOAD;
    if (begin >= behind_last_sum(f)) return march ? PART_MARCH : PART_SUM;
    if (is_condition(f, begin, end)) return PART_GUARD;
    return stores_element(f, begin, end) ? PART_SHARE : PART_SUM;
}

// Several points of a row by one thread, whose neighbours other lanes have: "float4", "__shfl_up_sync(...)", "lane".
static bool is_wide(const char *text, size_t begin, size_t end) {
    return has(text, begin, end, "float4") || has(text, begin, end, "shfl") ||
           has_word(text, begin, end, "lane");
}

// PART_WIDE or PART_PLAIN, beside what else the line does.
static unsigned width_of(const Function *f, bool kernel, size_t begin, size_t end) {
    const bool wide = is_wide(f->text, f->begin, f->end);
    if (!kernel) return wide && !has(f->text, f->begin, f->end, ".c[") ? PART_WIDE : 0;
    return !wide ? PART_PLAIN : is_wide(f->text, begin, end) ? PART_WIDE : 0;
}

unsigned parts_of_line(const char *text, const char *output, int line) {
    Function f = {.output = output};
    size_t begin = 0, end = 0;
    unsigned parts = 0;
    char *code = without_comments(text);
    if (code && find_line(code, line, &begin, &end) && function_around(code, begin, &f)) {
        const size_t brace = f.begin + strcspn(code + f.begin, "{");
        const bool kernel = has_word(code, f.begin, brace, "__global__"),
                   helper = has_word(code, f.begin, brace, "__device__");
        parts = kernel ? part_in_kernel(&f, begin, end) : helper ? part_of_helper(&f) : PART_LAUNCH;
        if (kernel || helper) parts |= width_of(&f, kernel, begin, end);
    } else if (code && has_word(code, begin, end, "dim3")) {
        parts = PART_LAUNCH; // in a struct
    }
    free(code);
    return parts;
}

static bool has_tests(const LabSpec *spec, int todo, int entry) {
    for (int i = 0; i < spec->test_count; i++)
        if (spec->tests[i].todo == todo && spec->tests[i].key.entry == entry) return true;
    return false;
}

int todo_of_parts(const LabSpec *spec, int entry, unsigned parts) {
    int only = -1, count = 0;
    for (int todo = 0; todo < spec->todo_count; todo++) {
        if (!has_tests(spec, todo, entry)) continue;
        if (spec->todos[todo].does & parts) return todo;
        only = todo, count++;
    }
    return count == 1 ? only : -1;
}

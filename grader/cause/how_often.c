// Finds the loop around a launch, or the call of the helper that holds it, among the words of the file.
#include "grader/cause/how_often.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/loops.h"
#include "grader/c_text/source_lines.h"

// "NAME (", of a call or of a declaration.
static bool is_call(const Lexemes *x, int i) {
    return x->list[i].kind == LEX_NAME && lexeme_is(x, i + 1, "(") && !is_loop_word(x, i) &&
           !lexeme_is(x, i, "if") && !lexeme_is(x, i, "switch") && !lexeme_is(x, i, "catch");
}

static bool calls_in_line(const Lexemes *x, int begin, int end, int line) {
    for (int i = begin; i < end && i < x->count; i++)
        if (x->list[i].line == line && is_call(x, i)) return true;
    return false;
}

// The outermost loop that calls something in the line: its rounds are those of the loops in it.
static bool find_loop(const Lexemes *x, int line, Loop *loop) {
    for (int i = 0; i < x->count; i++)
        if (read_loop(x, i, loop) && calls_in_line(x, loop->head, loop->end, line)) return true;
    return false;
}

// The name of the function or lambda whose body begins at `open`; -1: it is another bracket.
static int name_of_body(const Lexemes *x, int open) {
    int at = open - 1;
    if (!lexeme_is(x, open, "{")) return -1;
    while (at > 0 &&
           (lexeme_is(x, at, "const") || lexeme_is(x, at, "mutable") || lexeme_is(x, at, "noexcept")))
        at--;
    if (lexeme_is(x, at - 1, "->")) at -= 2; // the type of what a lambda returns
    if (lexeme_is(x, at, ")")) at = x->list[at].mate - 1;
    if (lexeme_is(x, at, "]")) {
        at = x->list[at].mate - 1;
        return lexeme_is(x, at, "=") && at > 0 && x->list[at - 1].kind == LEX_NAME ? at - 1 : -1;
    }
    return at >= 0 && at + 1 < open && is_call(x, at) ? at : -1;
}

// The innermost function or lambda that holds the line: the { of its body, and its name; -1: none does.
static int body_around(const Lexemes *x, int line, int *name) {
    int found = -1;
    for (int i = 0; i < x->count; i++) {
        if (!lexeme_is(x, i, "{") || x->list[i].line > line || x->list[x->list[i].mate].line < line) continue;
        const int own = name_of_body(x, i);
        if (own >= 0) found = i, *name = own;
    }
    return found;
}

// The only call of the function whose body is that one, in these lines; -1: there is none, or there are several.
static int only_call_between(const Lexemes *x, int body, int name, int first, int last) {
    int found = -1;
    for (int i = 0; i < x->count; i++) {
        if (i == name || (i > body && i < x->list[body].mate) || x->list[i].line < first ||
            x->list[i].line > last || !is_call(x, i) || !lexemes_equal(x, i, name) ||
            name_of_body(x, x->list[i + 1].mate + 1) == i)
            continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

// The name of the function's last parameter, which says how often; -1: not known.
static int name_of_last_parameter(const Lexemes *x, const char *function) {
    for (int i = 0; i < x->count; i++) {
        const int close = lexeme_is(x, i, function) && is_call(x, i) ? x->list[i + 1].mate : -1;
        if (close > 0 && lexeme_is(x, close + 1, "{") && x->list[close - 1].kind == LEX_NAME)
            return close - 1;
    }
    return -1;
}

// The place before `at`, in the same function, where the name at `name` is given a value by a plain =; -1: nowhere.
static int set_before(const Lexemes *x, int at, int name) {
    for (int i = at - 1, depth = 0; i >= 0; i--) {
        if (lexeme_is(x, i, "}")) depth++;
        if (lexeme_is(x, i, "{") && --depth < 0 && name_of_body(x, i) >= 0) return -1;
        if (lexemes_equal(x, i, name) && lexeme_is(x, i + 1, "=") && !lexeme_is(x, i - 1, ".")) return i;
    }
    return -1;
}

// Is what stands in [begin, end) the number that was asked for, or a variable that got just that?
static bool is_asked(const Lexemes *x, int begin, int end, int asked) {
    if (end != begin + 1 || asked < 0 || x->list[begin].kind != LEX_NAME) return false;
    if (lexemes_equal(x, begin, asked)) return true;
    const int set = set_before(x, begin, begin);
    return set >= 0 && lexemes_equal(x, set + 2, asked) &&
           (lexeme_is(x, set + 3, ";") || lexeme_is(x, set + 3, ","));
}

// Does the call hand the number on as it was asked for, or no argument at all?
static bool hands_on(const Lexemes *x, int call, int asked) {
    const int open = call + 1, close = x->list[open].mate;
    if (close == open + 1) return true;
    for (int k = open + 1, begin = k; k <= close; k++) {
        if (x->list[k].mate > k) k = x->list[k].mate;
        if (k != close && !lexeme_is(x, k, ",")) continue;
        if (is_asked(x, begin, k, asked)) return true;
        begin = k + 1;
    }
    return false;
}

// Does something in the loop leave it, go on with the next round, or keep the call in the line away?
static bool decides_within(const Lexemes *x, const Loop *loop, int line) {
    static const char *const leaves[] = {"break", "continue", "return", "goto", "switch", "?", "&&", "||"};
    for (int i = loop->head; i < loop->end && i < x->count; i++) {
        if (i == loop->condition) i = x->list[i].mate;
        for (size_t k = 0; k < sizeof leaves / sizeof *leaves; k++)
            if (lexeme_is(x, i, leaves[k])) return true;
        if (lexeme_is(x, i, "if") && calls_in_line(x, i, statement_end_at(x, i, loop->end), line))
            return true;
    }
    return false;
}

// A number in [begin, end) that is given its value above `at`.
static void note_set(const Lexemes *x, int begin, int end, int at, HowOften *h) {
    for (int i = begin; i < end && !h->set; i++) {
        if (x->list[i].kind != LEX_NAME || lexeme_is(x, i + 1, "(") || lexeme_is(x, i - 1, ".")) continue;
        const int set = set_before(x, at, i);
        if (set < 0 || x->list[i].length >= SOURCE_NAME) continue;
        h->set = x->list[set].line;
        memcpy(h->name, x->text + x->list[i].at, (size_t)x->list[i].length);
        h->name[x->list[i].length] = 0;
    }
}

static void note_loop(const Lexemes *x, const Loop *loop, HowOften *h) {
    const bool ends = lexeme_is(x, loop->head, "do");
    h->line = x->list[ends ? loop->condition : loop->head].line;
    note_set(x, loop->condition, x->list[loop->condition].mate, loop->head, h);
}

static HowOften search(const Lexemes *x, int launch, int first, int last, const char *function) {
    HowOften h = {0};
    Loop loop;
    int name = -1;
    const int asked = name_of_last_parameter(x, function), body = body_around(x, launch, &name),
              end = body < 0 ? 0 : x->list[x->list[body].mate].line;
    const bool helper = body >= 0 && !lexeme_is(x, name, function), // which may read the clock, too
        reads = helper && x->list[body].line <= first && first <= end;
    const int call = !helper ? -1
                             : only_call_between(x, body, name, reads ? 0 : first,
                                                 reads ? x->list[x->count - 1].line : last);
    const bool looped = find_loop(x, launch, &loop) && (!helper || loop.head > body);
    if (helper && call < 0) return h;
    if (looped && helper && !hands_on(x, call, asked)) {
        h.line = x->list[call].line;
        h.called = true;
        note_set(x, call + 2, x->list[call + 1].mate, call, &h);
    } else if (looped && !decides_within(x, &loop, launch)) {
        note_loop(x, &loop, &h);
    } else if (!looped && helper && find_loop(x, x->list[call].line, &loop) &&
               !decides_within(x, &loop, x->list[call].line)) {
        note_loop(x, &loop, &h);
    }
    return h;
}

HowOften find_how_often(const char *path, int launch, int first, int last, const char *function) {
    Lexemes x;
    HowOften h = {0};
    char *text = read_code_words(path, &x);
    if (!text) return h;
    if (x.count) h = search(&x, launch, first, last, function);
    lexemes_free(&x);
    free(text);
    return h;
}

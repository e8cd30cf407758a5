// Loops that do several steps a round, and begin one only where all of them are left: what is left over at the end is done by nobody.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)
#define WORD(x, i)      (x)->list[i].length, (x)->text + (x)->list[i].at

enum { STEP = 80 };

// "NAME += STEP" among the words from .. to - 1, for a name that the condition has, with a step that is not 1: its place; -1: none.
static int step_of(const Lexemes *x, int condition, int condition_end, int from, int to) {
    for (int i = from; i + 2 < to; i++) {
        if (x->list[i].kind != LEX_NAME || !lexeme_is(x, i + 1, "+=")) continue;
        if (lexeme_is(x, i + 2, "1")) continue;
        for (int k = condition; k < condition_end; k++)
            if (lexemes_equal(x, k, i)) return i;
    }
    return -1;
}

// Does the condition ask for a whole step, "i + STEP <= end"? Else it may ask for less, and be right.
static bool asks_for_all(const Lexemes *x, int from, int to, int name) {
    for (int i = from; i + 2 < to; i++)
        if (lexemes_equal(x, i, name) && lexeme_is(x, i + 1, "+") && lexemes_equal(x, i + 2, name + 2))
            return true;
    return false;
}

// Of the loop whose head is the word `at`: its condition, and where its variable may move on.
static bool read_loop(const Lexemes *x, int at, int part[4]) {
    const int open = at + 1, close = x->list[open].mate;
    if (close <= open) return false;
    if (lexeme_is(x, at, "while")) {
        const int end = statement_end_at(x, at, x->count);
        return memcpy(part, (int[]){open + 1, close, close + 1, end}, 4 * sizeof *part), true;
    }
    int first = open + 1, second;
    while (first < close && !lexeme_is(x, first, ";")) first++;
    second = first + 1;
    while (second < close && !lexeme_is(x, second, ";")) second++;
    return memcpy(part, (int[]){first + 1, second, second + 1, close}, 4 * sizeof *part), second < close;
}

// The step of the loop that begins in that line, in words. False: there is none, or it is 1, or the condition asks for less than that.
static bool find_step(const char *path, int line, char step[STEP], char name[STEP]) {
    Lexemes x;
    bool found = false;
    char *text = read_code_words(path, &x);
    if (!text) return false;
    for (int i = 0; i + 1 < x.count && !found; i++) {
        int part[4];
        if (x.list[i].line != line || (!lexeme_is(&x, i, "for") && !lexeme_is(&x, i, "while")) ||
            !lexeme_is(&x, i + 1, "(") || !read_loop(&x, i, part))
            continue;
        const int at = step_of(&x, part[0], part[1], part[2], part[3]);
        found = at >= 0 && asks_for_all(&x, part[0], part[1], at);
        if (!found) continue;
        step[0] = name[0] = 0;
        append(step, STEP, "%.*s", WORD(&x, at + 2));
        append(name, STEP, "%.*s", WORD(&x, at));
    }
    lexemes_free(&x);
    free(text);
    return found;
}

bool say_left_over(Cause *cause, const Study *s, const WGuard *g) {
    const SourcePlace *place = g ? guard_place(&s->w, g) : NULL;
    char step[STEP], name[STEP];
    if (!place || !in_student_file(place, s->source_path) ||
        !find_step(s->source_path, place->line, step, name))
        return false;
    cause->place = *place;
    cause->sure = true;
    SAY(route,
        " A round of this loop does %s steps at once and begins only where all of them are left, and at its end this thread has "
        "fewer: of the condition, ",
        step);
    guard_sides(g, cause->route, sizeof cause->route);
    SAY(route, ". What is left over there is done by nobody.");
    SAY(next,
        "Do what is left over behind the loop, one step at a time; or let the loop go on while `%s` itself is inside, and have each "
        "of the %s steps ask whether it is.",
        name, step);
    return true;
}

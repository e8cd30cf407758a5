// A condition that comes too late: an access stands before the `if`, or the choice, that keeps threads away from what follows. The same
// condition is put before the access.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { LONGEST = 800, GUARD_PARTS = 6 };

// The statement that holds the line.
typedef struct {
    int from, to;
    bool in_loop, alone; // alone: it is all that an if or a loop has, without braces
} Access;

static bool spans_line(const Editing *e, int from, int to, int line) {
    return e->x.list[from].line <= line && line <= e->x.list[to - 1].line;
}

// The innermost statement of [begin, end) that holds the line. False: none does.
static bool find_access(const Editing *e, int begin, int end, int line, Access *a) {
    int at = begin, next = begin;
    for (; at < end; at = next) {
        next = statement_end_at(&e->x, at, end);
        if (spans_line(e, at, next, line)) break;
    }
    if (at >= end) return false;
    const int of_loop = loop_body_at(&e->x, at);
    const bool loop = of_loop >= 0, heads = lexeme_is(&e->x, at, "if");
    *a = (Access){.from = at, .to = next, .in_loop = a->in_loop, .alone = a->alone};
    if (lexeme_is(&e->x, at, "{")) {
        a->alone = false;
        return find_access(e, at + 1, e->x.list[at].mate, line, a);
    }
    const int body = loop                                     ? of_loop
                     : heads && lexeme_is(&e->x, at + 1, "(") ? e->x.list[at + 1].mate + 1
                                                              : next;
    if (body >= next || e->x.list[body - 1].line >= line) return true; // also what its own condition reads
    Access inner = {.in_loop = a->in_loop || loop, .alone = true};
    if (find_access(e, body, next, line, &inner)) *a = inner;
    return true;
}

static bool gives_nothing(const Editing *e) {
    for (int i = head_of_function(e); i < e->begin && !lexeme_is(&e->x, i, "("); i++)
        if (lexeme_is(&e->x, i, "void")) return true;
    return false;
}

// ---- The condition ----------------------------------------------------------------------------------------------------

// The words [from, to), and whether threads go on where they hold.
typedef struct {
    int from, to;
    bool goes_on;
    int line;
    int from_inner,
        to_inner; // of another one that stands right under it, and is to hold too; 0: there is none
} Guard;

// A name that gets its value between the access and here: that value.
static void look_through(const Editing *e, const Access *a, Guard *g) {
    if (g->to != g->from + 1) return;
    for (int i = a->from; i < g->from; i++) {
        if (!lexemes_equal(&e->x, i, g->from) || !lexeme_is(&e->x, i + 1, "=")) continue;
        int end = i + 2;
        while (end < g->from && !lexeme_is(&e->x, end, ";") && !lexeme_is(&e->x, end, ",")) end++;
        g->from = i + 2, g->to = end;
        return;
    }
}

// What holds for the threads that go on, or, `turned`, for those that do not.
static void say_condition(const Editing *e, const Guard *g, bool turned, char *text, size_t size) {
    append(text, size, "%s((%.*s)", g->goes_on == turned ? "!" : "", WORDS(e, g->from, g->to));
    if (g->to_inner) append(text, size, " && (%.*s)", WORDS(e, g->from_inner, g->to_inner));
    append(text, size, ")");
}

static void add_before(Editing *e, const Access *a, const Guard *g, const char *condition, const char *then,
                       int rank) {
    char text[LONGEST];
    const Lexeme *first = &e->x.list[a->from];
    const int before = e->edits->count;
    if (snprintf(text, sizeof text, "if (%s) %s", condition, then) >= (int)sizeof text) return;
    add_text(e, EDIT_LATE_GUARD, first->at, 0, text, first->line, first->column, "", 0);
    if (e->edits->count == before) return;
    e->edits->list[before].rank = rank;
    e->edits->list[before].last_line = g->line;
}

static void add_guard(Editing *e, const Access *a, Guard g, int rank) {
    char stays[LONGEST] = "", goes_on[LONGEST] = "";
    look_through(e, a, &g);
    if (g.from >= g.to) return;
    say_condition(e, &g, true, stays, sizeof stays);
    say_condition(e, &g, false, goes_on, sizeof goes_on);
    if (!a->alone)
        add_before(e, a, &g, stays,
                   a->in_loop         ? "continue; "
                   : gives_nothing(e) ? "return; "
                                      : "return {}; ",
                   2 * rank);
    add_before(e, a, &g, goes_on, "",
               2 * rank + 1); // others may wait for these threads: the access alone is left out
}

// Each of the conditions that are joined, too: one of them may be what is meant; and, with `rest`, all behind each of the joints.
static void add_parts(Editing *e, const Access *a, const Guard *g, bool rest, int rank) {
    const char *join = g->goes_on ? "&&" : "||";
    int part = g->from, count = 0;
    for (int i = g->from; i <= g->to && count < GUARD_PARTS; i++) {
        if (i < g->to && e->x.list[i].mate > i) i = e->x.list[i].mate;
        if (i < g->to && !lexeme_is(&e->x, i, join)) continue;
        if (i == g->to && part == g->from) return; // it is the whole condition
        Guard own = {.from = part, .to = i, .goes_on = g->goes_on, .line = g->line};
        add_guard(e, a, own, rank + 1);
        own.from = i + 1, own.to = g->to;
        if (rest && i < g->to) add_guard(e, a, own, rank);
        part = i + 1;
        count++;
    }
}

static bool makes_leave(const Editing *e, int at) {
    static const char *const jumps[] = {"return", "break", "continue", NULL};
    return lexeme_is_any(&e->x, at + lexeme_is(&e->x, at, "{"), jumps);
}

// Where the condition begins whose ? stands at i.
static int begin_of_choice(const Editing *e, int i) {
    static const char *const edges[] = {"=", "+=", ",", ";", "(", "[", "{", "}", "return", "?", ":", NULL};
    int from = i;
    while (from > e->begin + 1 && !lexeme_is_any(&e->x, from - 1, edges)) {
        const int mate = e->x.list[from - 1].mate;
        from = mate >= 0 && mate < from ? mate : from - 1;
    }
    return from;
}

// An `if` at i, with what it stands for where another one follows at once.
static void add_if(Editing *e, const Access *a, int i, int rank) {
    const int close = e->x.list[i + 1].mate, body = close + 1, inner = body + lexeme_is(&e->x, body, "{");
    const Guard g = {.from = i + 2, .to = close, .goes_on = !makes_leave(e, body), .line = e->x.list[i].line};
    if (a->from <= i && i < a->to) { // the access stands in it: what is joined behind it
        add_parts(e, a, &g, true, rank);
        return;
    }
    if (g.goes_on && lexeme_is(&e->x, inner, "if") && lexeme_is(&e->x, inner + 1, "(")) {
        Guard both = g;
        both.from_inner = inner + 2, both.to_inner = e->x.list[inner + 1].mate;
        add_guard(e, a, both, rank);
    }
    add_guard(e, a, g, rank);
    add_parts(e, a, &g, false, rank);
}

static void add_guards(Editing *e, const Access *a) {
    int rank = 0;
    for (int i = a->from; i < e->end; i++) {
        if (lexeme_is(&e->x, i, "if") && lexeme_is(&e->x, i + 1, "(")) add_if(e, a, i, rank++);
        if (!lexeme_is(&e->x, i, "?")) continue;
        Guard g = {.from = begin_of_choice(e, i), .to = i, .goes_on = true, .line = e->x.list[i].line};
        if (g.from == i || (a->from <= i && i < a->to)) continue;
        add_guard(e, a, g, rank);
        g.goes_on = false;
        add_guard(e, a, g, ++rank);
    }
}

bool late_guards_of(Edits *edits, const char *text, const int lines[LATE_GUARD_LINES], int most) {
    Editing e = {.edits = edits};
    *edits = (Edits){.list = calloc(EDITS_COLLECTED, sizeof *edits->list)};
    if (!edits->list || !lexemes_read(&e.x, text)) {
        edits_free(edits);
        return false;
    }
    for (int at = 0; next_device_function(&e.x, at, &e.begin, &e.end); at = e.end)
        for (int i = 0; i < LATE_GUARD_LINES; i++) {
            Access a = {.in_loop = false};
            if (lines[i] && spans_line(&e, e.begin, e.end + 1, lines[i]) &&
                find_access(&e, e.begin + 1, e.end, lines[i], &a))
                add_guards(&e, &a);
        }
    lexemes_free(&e.x);
    keep_likeliest(edits, most);
    if (edits->count) return true;
    edits_free(edits);
    return false;
}

// Grid-stride loops that go on by one block: each block does the work of all that follow it. Told from the text.
#include "grader/cause/explain.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/defines.h"
#include "grader/c_text/loops.h"
#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { DEEP = 3 };

typedef struct {
    const SourceLines *t;
    const Lexemes *x;
} Read;

// The place before `at` where the name at `name` is given a value by =, or by the brackets of its declaration; -1: nowhere.
static int value_before(const Lexemes *x, int at, int name) {
    for (int i = at - 1; i > 0; i--) {
        const bool declared = x->list[i - 1].kind == LEX_NAME && !lexeme_is(x, i - 1, "return");
        if (!lexemes_equal(x, i, name) || lexeme_is(x, i - 1, ".")) continue;
        if (lexeme_is(x, i + 1, "=")) return i + 2;
        if (declared && (lexeme_is(x, i + 1, "(") || lexeme_is(x, i + 1, "{"))) return i + 1;
    }
    return -1;
}

static int end_of_value(const Lexemes *x, int at) {
    for (int i = at; i < x->count; i++) {
        if (lexeme_is(x, i, ";") || lexeme_is(x, i, ",") || lexeme_is(x, i, ")")) return i;
        if (x->list[i].mate > i) i = x->list[i].mate;
    }
    return x->count;
}

static int line_of_definition(const SourceLines *t, const char *name, int length, const char *word) {
    Define d;
    for (int i = 0; i < t->count; i++)
        if (read_define(t->line[i], &d) && d.name.end - d.name.begin == length &&
            !strncmp(d.name.begin, name, (size_t)length) && span_has_text(d.body, word))
            return i + 1;
    return 0;
}

// The line in which `word` stands that a value among [begin, end) is made of: there, where a name gets its value, in the function that is
// called or in a macro. 0: it is not made of it.
static int line_made_of(const Read *r, int begin, int end, const char *word, int deep) {
    const Lexemes *x = r->x;
    for (int i = begin; i < end && i < x->count; i++)
        if (lexeme_is(x, i, word)) return x->list[i].line;
    for (int i = begin; i < end && i < x->count && deep; i++) {
        if (x->list[i].kind != LEX_NAME || lexeme_is(x, i - 1, ".")) continue;
        const int value = value_before(x, begin, i);
        const bool body = value > 0 && lexeme_is(x, value, "(") && lexeme_is(x, x->list[value].mate + 1, "{");
        const int from = body ? x->list[value].mate + 1 : value, to = body        ? x->list[from].mate
                                                                      : value > 0 ? end_of_value(x, value)
                                                                                  : 0;
        const int line = value > 0
                             ? line_made_of(r, from, to, word, deep - 1)
                             : line_of_definition(r->t, x->text + x->list[i].at, x->list[i].length, word);
        if (line) return line;
    }
    return 0;
}

// What is added to the name at `name` among [begin, end): behind "+=", or behind "NAME = NAME +". -1: nothing.
static int added_to(const Lexemes *x, int begin, int end, int name) {
    for (int i = begin; i < end; i++) {
        if (!lexemes_equal(x, i, name)) continue;
        if (lexeme_is(x, i + 1, "+=")) return i + 2;
        if (lexeme_is(x, i + 1, "=") && lexemes_equal(x, i + 2, name) && lexeme_is(x, i + 3, "+"))
            return i + 4;
    }
    return -1;
}

// Before it stands what the loop begins with.
static int place_of_begin(const Lexemes *x, const Loop *loop) {
    int at = loop->condition;
    if (!lexeme_is(x, loop->head, "for")) return loop->head;
    while (at < x->list[loop->condition].mate && !lexeme_is(x, at, ";")) at++;
    return at;
}

// The line that says how far the loop goes on, where that is by the threads of a block, and the loop begins at a place that blockIdx has a
// part in. 0: it is another loop.
static int line_of_pace(const Read *r, const Loop *loop) {
    const Lexemes *x = r->x;
    for (int i = loop->condition + 1; i < x->list[loop->condition].mate; i++) {
        const int added = x->list[i].kind == LEX_NAME ? added_to(x, loop->head, loop->end, i) : -1;
        if (added < 0) continue;
        const int end = end_of_value(x, added), line = line_made_of(r, added, end, "blockDim", DEEP);
        if (!line || line_made_of(r, added, end, "gridDim", DEEP)) continue;
        const int first = value_before(x, place_of_begin(x, loop), i);
        if (first > 0 && line_made_of(r, first, end_of_value(x, first), "blockIdx", DEEP)) return line;
    }
    return 0;
}

static int line_of_loops_pace(const char *path, int line) {
    static SourceLines t;
    Lexemes x;
    char *code = read_code_words(path, &x);
    int found = 0;
    if (!code || !read_lines(&t, path)) {
        if (code) lexemes_free(&x);
        free(code);
        return 0;
    }
    Loop loop;
    for (int i = 0; i < x.count && !found; i++)
        if (read_loop(&x, i, &loop) && (x.list[i].line == line || x.list[loop.condition].line == line))
            found = line_of_pace(&(Read){&t, &x}, &loop);
    free_lines(&t);
    lexemes_free(&x);
    free(code);
    return found;
}

void explain_block_pace(Cause *cause, const Explained *e, const Finding *f) {
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    if (!l || l->grid[0] * l->grid[1] * l->grid[2] < 2 || !in_student_file(&f->place, e->source_path)) return;
    const int line = line_of_loops_pace(e->source_path, f->place.line);
    if (!line) return;
    memset(cause, 0, sizeof *cause);
    cause->known = cause->sure = true;
    cause->todo = cause->example = -1;
    cause->place = f->place;
    cause->place.line = line;
    if (line != f->place.line) {
        cause->place.column = 0;
        cause->other = f->place;
        SAY(other_what, "The loop that goes on by it is here");
    }
    SAY(what,
        "Each thread goes on by the number of threads of its own block, and there are %ld blocks: so each block does the "
        "work of those behind it once more.",
        l->grid[0] * l->grid[1] * l->grid[2]);
    SAY(next, "Go on by all threads of the grid: blockDim.x * gridDim.x.");
}

// A variable that nothing reads, though it is to keep another one's value for the next step: that one is used too early.
#include "grader/cause/unread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    Lexemes x;
    int begin, end; // the function
} Body;

static bool is_write(const Lexemes *x, int i) {
    return lexeme_is(x, i + 1, "=") && !lexeme_is(x, i - 1, "*") && !lexeme_is(x, i - 1, ".") &&
           !lexeme_is(x, i - 1, "->");
}

// Is nothing but given a value by that name? Arrays and what is handed on are read.
static bool is_unread(const Body *b, int name) {
    for (int i = b->begin; i < b->end; i++)
        if (lexemes_equal(&b->x, i, name) && !is_write(&b->x, i)) return false;
    return true;
}

// The words "kept = value;" where the value was set in that line: the first of them; 0: there are none.
static int find_kept(const Body *b, int line) {
    for (int i = b->begin + 1; i + 3 < b->end; i++) {
        const bool copies = b->x.list[i].kind == LEX_NAME && lexeme_is(&b->x, i + 1, "=") &&
                            b->x.list[i + 2].kind == LEX_NAME && lexeme_is(&b->x, i + 3, ";");
        if (!copies || !is_unread(b, i)) continue;
        for (int k = b->begin; k < i; k++)
            if (lexemes_equal(&b->x, k, i + 2) && is_write(&b->x, k) && b->x.list[k].line == line) return i;
    }
    return 0;
}

// The first use of the value behind the line; 0: it is the one that keeps it.
static int first_use(const Body *b, int kept, int line) {
    for (int i = b->begin; i < kept; i++)
        if (b->x.list[i].line > line && lexemes_equal(&b->x, i, kept + 2) && !is_write(&b->x, i)) return i;
    return 0;
}

bool say_used_too_early(Cause *cause, const char *path) {
    Body b;
    const int line = cause->place.line;
    char *text = path ? read_code_words(path, &b.x) : NULL;
    int at = 0, use = 0, kept = 0;
    if (!text) return false;
    while (next_device_function(&b.x, at, &b.begin, &b.end) && !use) {
        kept = find_kept(&b, line);
        use = kept ? first_use(&b, kept, line) : 0;
        at = b.end;
    }
    if (use) {
        const Lexeme *own = &b.x.list[kept], *value = &b.x.list[kept + 2];
        cause->other = cause->place;
        cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
        SAY(other_what, "It is loaded here");
        cause->place.line = b.x.list[use].line;
        cause->place.column = b.x.list[use].column;
        SAY(route,
            "`%.*s` is kept for the next step in line %d, in `%.*s`, which nothing reads; and this line uses it in this "
            "step already.",
            value->length, b.x.text + value->at, own->line, own->length, b.x.text + own->at);
        SAY(next, "Which of the two belongs to this step?");
    }
    lexemes_free(&b.x);
    free(text);
    return use;
}

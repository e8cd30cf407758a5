// A barrier more: behind each statement of a function that stands under no condition.
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"

static void add_behind(Editing *e, int from, int to) {
    const Lexeme *last = &e->x.list[to - 1];
    add_text(e, EDIT_BARRIER, last->at + (size_t)last->length, 0, "\n__syncthreads();\n", last->line,
             e->x.list[from].column, "", 0);
}

static void add_barriers(Editing *e, int begin, int end) {
    for (int at = begin, next; at < end; at = next) {
        next = statement_end_at(&e->x, at, end);
        const int body = loop_body_at(&e->x, at);
        add_behind(e, at, next);
        if (body > 0 && lexeme_is(&e->x, body, "{")) add_barriers(e, body + 1, e->x.list[body].mate);
    }
}

static bool holds_one(const Editing *e, const int lines[BARRIER_LINES]) {
    for (int i = 0; i < BARRIER_LINES; i++)
        if (lines[i] >= e->x.list[e->begin].line && lines[i] <= e->x.list[e->end].line) return true;
    return false;
}

bool barriers_of(Edits *edits, const char *text, const int lines[BARRIER_LINES]) {
    Editing e = {.edits = edits};
    *edits = (Edits){.list = calloc(EDITS_COLLECTED, sizeof *edits->list)};
    if (!edits->list || !lexemes_read(&e.x, text)) {
        edits_free(edits);
        return false;
    }
    for (int at = 0; next_device_function(&e.x, at, &e.begin, &e.end); at = e.end)
        if (holds_one(&e, lines)) add_barriers(&e, e.begin + 1, e.end);
    lexemes_free(&e.x);
    if (edits->count) return true;
    edits_free(edits);
    return false;
}

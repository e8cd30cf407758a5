// Which functions of a file can have to do with a suspected line: those that hold one, and what these call and are called by, directly or
// by way of others. A kernel beside them is another task's.
#include <string.h>

#include "grader/edits/editing.h"

static bool holds_suspected(const Editing *e, const EditedFunction *f) {
    for (int i = 0; i < SUSPECTED_LINES; i++)
        if (function_has_line(&e->x, f->begin, f->end, e->lines[i])) return true;
    return false;
}

static bool names(const Lexemes *x, const EditedFunction *f, int name) {
    for (int i = f->begin; i < f->end; i++)
        if (lexemes_equal(x, i, name)) return true;
    return false;
}

// Is it called by a macro? The words of these are none of the text's.
static bool stands_in_macro(const Lexemes *x, int name) {
    const Lexeme *own = &x->list[name];
    for (const char *at = x->text; (at = strstr(at, "#define")); at++) {
        for (const char *end = at; *end; end++) {
            if (*end == '\n' && end[-1] != '\\') break;
            if (!strncmp(end, x->text + own->at, (size_t)own->length)) return true;
        }
    }
    return false;
}

// One that has no name of its own, such as an operator, may be used anywhere.
static bool are_linked(const Lexemes *x, const EditedFunction *a, const EditedFunction *b) {
    const int name = function_name(x, a->begin), other = function_name(x, b->begin);
    return name < 0 || other < 0 || names(x, b, name) || names(x, a, other);
}

void find_connected(Editing *e) {
    const Lexemes *x = &e->x;
    bool more = true;
    for (int i = 0; i < e->functions; i++) {
        EditedFunction *f = &e->function[i];
        const int name = function_name(x, f->begin);
        f->connected = holds_suspected(e, f) || name < 0 || stands_in_macro(x, name);
    }
    while (more) {
        more = false;
        for (int i = 0; i < e->functions; i++)
            for (int k = 0; k < e->functions && !e->function[i].connected; k++)
                if (e->function[k].connected && are_linked(x, &e->function[i], &e->function[k]))
                    e->function[i].connected = more = true;
    }
}

bool is_connected(const Editing *e, int begin) {
    for (int i = 0; i < e->functions; i++)
        if (e->function[i].begin == begin) return e->function[i].connected;
    return true; // there was no room for it
}

bool is_used_there(const Editing *e, int name) {
    for (int i = 0; i < e->functions; i++)
        if (e->function[i].connected && names(&e->x, &e->function[i], name)) return true;
    return !e->functions;
}

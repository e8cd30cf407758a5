// Lanes of a warp whose elements lie far apart, because threadIdx.x leads along another axis than x, or is multiplied: the line that
// makes the index.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/cause/trial.h"
#include "grader/cause/warp_layout.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { THREAD_X = 1, ALONG_X = 1 };

// A condition that looks at an index along y or z, and not along x, which is made of threadIdx.x. `axis`: along which the threads follow
// each other, as far as that is known.
static const WGuard *crossed_guard(const Witnessed *w, const char *source, int axis) {
    for (int i = 0; i < w->guards; i++) {
        const WGuard *g = &w->guard[i];
        if (axis != AXIS_UNKNOWN && (axis < 0 || !(g->axes & 1u << axis))) continue;
        const SourcePlace *made = site_place(w, g->made);
        if ((g->depends & THREAD_X) && g->axes && !(g->axes & ALONG_X) && made &&
            in_student_file(made, source))
            return g;
    }
    return NULL;
}

// "threadIdx.x * gridDim.x", in a line of the student's: the place of the factor; NULL: there is none. By a number it is rather the width of
// a vector.
static const HostToken *multiplied(const HostText *t) {
    for (int i = 0; i + 2 < t->count; i++)
        if (t->token[i].line && token_is(&t->token[i], "threadIdx.x") && token_is(&t->token[i + 1], "*") &&
            t->token[i + 2].kind == TOKEN_NAME)
            return &t->token[i + 2];
    return NULL;
}

static void say_multiplied(Cause *cause, const Explained *e) {
    HostText *t = calloc(1, sizeof *t);
    const HostToken *factor = t && host_text_read(t, e->source_path, e->root) ? multiplied(t) : NULL;
    if (factor) {
        cause->known = true;
        cause->place = (SourcePlace){.line = factor->line};
        SAY(place.file, "%s", e->source_path);
        SAY(what,
            "This line multiplies threadIdx.x by `%s`: the elements of neighbouring threads lie %s apart, and those of a "
            "warp in more sectors.",
            factor->text, factor->text);
        SAY(next,
            "Neighbouring threads are to have neighbouring elements: blockIdx.x * blockDim.x + threadIdx.x.");
    }
    free(t);
}

// x, k, tx, p.x, col: is it called as an index along x is?
static bool is_called_x(const char *name) {
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
    const size_t length = strlen(last);
    return !strcmp(last, "k") || strstr(last, "col") || (length && length < 4 && last[length - 1] == 'x') ||
           (length && last[0] == 'x' && length < 3);
}

// "NAME = number / size;" or with %, in a line of the student's: the place of NAME among the tokens.
static bool splits(const HostText *t, int i, const char *mark) {
    return i + 5 < t->count && t->token[i].line && t->token[i].kind == TOKEN_NAME &&
           token_is(&t->token[i + 1], "=") && t->token[i + 2].kind == TOKEN_NAME &&
           token_is(&t->token[i + 3], mark) && token_is(&t->token[i + 5], ";");
}

// A number of a thread taken apart into x, the quotient, and something else, the remainder: where the first one is; -1: nowhere.
static int quotient_for_x(const HostText *t, int *remainder) {
    for (int i = 0; i < t->count; i++) {
        if (!splits(t, i, "/") || !is_called_x(t->token[i].text)) continue;
        for (int k = 0; k < t->count; k++)
            if (splits(t, k, "%") && !is_called_x(t->token[k].text) &&
                !strcmp(t->token[k + 2].text, t->token[i + 2].text) &&
                !strcmp(t->token[k + 4].text, t->token[i + 4].text))
                return *remainder = k, i;
    }
    return -1;
}

// The threads of a flat block laid out with another axis fastest.
static void say_quotient(Cause *cause, const Explained *e) {
    HostText *t = calloc(1, sizeof *t);
    int rest = 0;
    const int at = t && host_text_read(t, e->source_path, e->root) ? quotient_for_x(t, &rest) : -1;
    if (at >= 0) {
        const HostToken *x = &t->token[at], *other = &t->token[rest];
        cause->known = true;
        cause->place = (SourcePlace){.line = x->line};
        SAY(place.file, "%s", e->source_path);
        SAY(what,
            "`%s` is a quotient here, which is the same for %s threads that follow each other: they follow each other along "
            "`%s`, the remainder, and their elements lie far apart.",
            x->text, t->token[at + 4].text, other->text);
        if (other->line != x->line) {
            cause->other = (SourcePlace){.line = other->line};
            SAY(other.file, "%s", e->source_path);
            SAY(other_what, "The remainder is here");
        }
        SAY(next,
            "Let x be the remainder, by the width of what the block works on, and the other one the quotient by the same number.");
    }
    free(t);
}

void explain_lanes(Cause *cause, const Explained *e, const char *text, size_t size) {
    Witnessed w;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!text || cell_axes(e->data) < 2 || !witnessed_read(&w, text, size)) return;
    int by = 0;
    const int along = axis_of_threads(e->data, &w, &by);
    const WGuard *g = crossed_guard(&w, e->source_path, along);
    if (g) {
        const char axis = along > 0 ? (char)('x' + along) : g->axes & 2 ? 'y' : 'z';
        cause->place = *site_place(&w, g->made);
        cause->known = true;
        SAY(what,
            "This line makes an index along %c of threadIdx.x, so the 32 threads of a warp follow each other along %c: their "
            "elements lie a %s apart, each in a sector of its own.",
            axis, axis, axis == 'y' ? "row" : "plane");
        SAY(next,
            "Give threadIdx.x to x, whose elements follow each other in memory, and the other indices to y and z.");
    }
    if (!cause->known && along > 0)
        say_quotient(cause, e); // where the number is taken apart, not where its parts are used
    if (!cause->known && along > 0) say_layout(cause, e, &w, along, by);
    witnessed_free(&w);
    if (!cause->known) say_multiplied(cause, e);
    if (!cause->known && along < 0) say_quotient(cause, e);
}

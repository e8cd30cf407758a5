// Conditions that stand behind an access have let nobody through to it: what was compiled may ask them first, where that changes nothing.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/witnessed.h"

// The body of the device function that holds the line. False: none does.
static bool find_function(const Lexemes *x, int line, int *begin, int *end) {
    for (int at = 0; next_device_function(x, at, begin, end); at = *end)
        if (x->list[*begin].line <= line && line <= x->list[*end].line) return true;
    return false;
}

// Does a condition, or a loop, stand before the line in its function? Then a comparison of it and a later one may be the same to a
// compiler, and carry the line of that.
static bool is_asked_before(const Lexemes *x, int begin, int line) {
    static const char *const words[] = {"if", "?", "for", "while", "do", "switch", "&&", "||"};
    for (int i = begin; x->list[i].line <= line && i < x->count; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (lexeme_is(x, i, words[k])) return true;
    return false;
}

static bool is_behind(const SourcePlace *place, const char *path, int line, int last) {
    return place && in_student_file(place, path) && place->line > line && place->line <= last;
}

void forget_guards_behind(Witnessed *w, const SourcePlace *access, const char *path) {
    Lexemes x;
    int begin, end, kept = 0;
    char *text = path && in_student_file(access, path) ? read_code_words(path, &x) : NULL;
    if (!text) return;
    if (find_function(&x, access->line, &begin, &end) && !is_asked_before(&x, begin, access->line)) {
        for (int i = 0; i < w->focus.guards; i++) {
            const WGuard *g = &w->guard[w->focus.guard + i];
            if (!is_behind(site_place(w, g->site), path, access->line, x.list[end].line))
                w->guard[w->focus.guard + kept++] = *g;
        }
        w->focus.guards = kept;
    }
    lexemes_free(&x);
    free(text);
}

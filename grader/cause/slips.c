// Slips that C takes without a word: a `;` behind the head of an if or a loop, the size of a pointer for that of an array, two
// values that are exchanged without a third place for one of them.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/reached.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static void blame(Cause *cause, const Explained *e, const HostToken *at) {
    const SourcePlace shown = cause->known ? cause->place : (SourcePlace){.line = 0};
    *cause = (Cause){.known = true, .sure = true, .todo = -1, .example = cause->example};
    cause->place = (SourcePlace){.line = at->line, .column = at->column};
    SAY(place.file, "%s", e->source_path);
    if (!shown.line || shown.line == at->line) return;
    cause->other = shown;
    SAY(other_what, "What follows from it shows here");
}

// A loop may wait with nothing to do; one whose body stands behind its `;` in braces does not.
static bool is_empty(const HostText *t, int i) {
    const bool loop = token_is(&t->token[i], "for") || token_is(&t->token[i], "while");
    if ((!loop && !token_is(&t->token[i], "if")) || !token_is(&t->token[i + 1], "(")) return false;
    const int last = host_bracket_end(t, i + 1) - 1;
    const bool ends_do = token_is(&t->token[i], "while") && token_is(&t->token[i - 1], "}");
    if (last + 2 >= t->count || !token_is(&t->token[last + 1], ";") || ends_do) return false;
    return loop ? token_is(&t->token[last + 2], "{") : !token_is(&t->token[last + 2], "else");
}

static bool say_empty(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!is_empty(t, i)) return false;
    const HostToken *behind = &t->token[host_bracket_end(t, i + 1) + 1];
    blame(cause, e, &t->token[i]);
    SAY(what,
        "The `;` behind this `%s (...)` ends it: what follows in line %d does not belong to it, and is done in any case.",
        t->token[i].text, behind->line);
    SAY(next, "Leave out the `;`.");
    return true;
}

// Among the parameters of the function whose body begins there: "T *name", or "T name[...]".
static bool is_pointer(const HostText *t, int body, const char *name) {
    for (int i = body - 1; i > 0 && !token_is(&t->token[i], ";") && !token_is(&t->token[i], "}"); i--)
        if (t->token[i].kind == TOKEN_NAME && token_is(&t->token[i], name))
            return token_is(&t->token[i - 1], "*") || token_is(&t->token[i + 1], "[");
    return false;
}

static bool say_pointer_size(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    const HostToken *name = &t->token[i + 2];
    if (!token_is(&t->token[i], "sizeof") || !token_is(&t->token[i + 1], "(") || name->kind != TOKEN_NAME ||
        !token_is(name + 1, ")") || !is_pointer(t, body, name->text))
        return false;
    blame(cause, e, &t->token[i]);
    SAY(what,
        "sizeof(%s) is the size of a pointer here, 8 bytes: a parameter is no array, however it is written, and does not "
        "know how many elements the caller's has.",
        name->text);
    SAY(next, "Hand the number of elements on as a parameter of its own, or write a constant.");
    return true;
}

// "a = b; b = a;" of two names: the second one hands back what the first one has just put there.
static bool say_lost_swap(Cause *cause, const Explained *e, const HostText *t, int i) {
    enum { WORDS = 8 };
    const HostToken *a = &t->token[i], *b = a + 2;
    if (i + WORDS > t->count || a->kind != TOKEN_NAME || b->kind != TOKEN_NAME || token_is(a, b->text) ||
        !token_is(a + 1, "=") || !token_is(a + 3, ";") || !token_is(a + 4, b->text) ||
        !token_is(a + 5, "=") || !token_is(a + 6, a->text) || !token_is(a + 7, ";"))
        return false;
    blame(cause, e, a + 4);
    SAY(what,
        "`%s` was given the value of `%s` right before, so both are the same from here on: what `%s` was is lost.",
        a->text, b->text, a->text);
    SAY(next,
        "To exchange two values, keep the first one in a third variable, and take it from there at the end.");
    return true;
}

void explain_slip(Cause *cause, const Explained *e, const char *entry) {
    HostText *t = calloc(1, sizeof *t);
    bool found = false;
    if (t && host_text_read(t, e->source_path, e->root)) {
        Reached r;
        reach_functions(&r, t, entry);
        for (int k = 0; k < r.count && !found; k++)
            for (int i = r.begin[k]; i + 3 < host_bracket_end(t, r.begin[k]) && !found; i++)
                found = t->token[i].line &&
                        (say_empty(cause, e, t, i) || say_pointer_size(cause, e, t, r.begin[k], i) ||
                         say_lost_swap(cause, e, t, i));
    }
    free(t);
}

// What is a copy and is taken for the thing itself, or the other way round: an object that a function gets by value, and whose destructor
// gives its memory back; a variable that is a reference to an element of shared memory.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/slips.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The struct in whose destructor that line lies; NULL: in none.
static const HostToken *destroyed_in(const HostText *t, int line) {
    for (int i = 0; i + 5 < t->count; i++) {
        if (!token_is(&t->token[i], "~") || t->token[i + 1].kind != TOKEN_NAME ||
            !token_is(&t->token[i + 2], "(") || !token_is(&t->token[i + 3], ")"))
            continue;
        int body = i + 4;
        while (body < t->count && !token_is(&t->token[body], "{") && !token_is(&t->token[body], ";")) body++;
        if (!token_is(&t->token[body], "{")) continue;
        const int last = host_bracket_end(t, body) - 1;
        if (t->token[i].line <= line && line <= t->token[last].line) return &t->token[i + 1];
    }
    return NULL;
}

// A parameter "Buffer name" of a function: the type's token; 0: there is none.
static int taken_by_value(const HostText *t, const HostToken *type) {
    for (int i = 1; i + 2 < t->count; i++) {
        const HostToken *before = &t->token[i - 1], *behind = &t->token[i + 2];
        const bool first = token_is(before, "(") || token_is(before, ",") || token_is(before, "const");
        if (t->token[i].line && token_is(&t->token[i], type->text) && first &&
            t->token[i + 1].kind == TOKEN_NAME && (token_is(behind, ",") || token_is(behind, ")")))
            return i;
    }
    return 0;
}

bool say_copied_object(Cause *cause, const Explained *e, int line) {
    HostText *t = calloc(1, sizeof *t);
    int at = 0;
    if (t && host_text_read(t, e->source_path, e->root)) {
        const HostToken *type = destroyed_in(t, line);
        at = type ? taken_by_value(t, type) : 0;
    }
    if (at) {
        const HostToken *type = &t->token[at];
        blame_slip(cause, e, type);
        SAY(what,
            "The function gets a copy of its `%s`, with the same pointer. Where the function ends the copy's destructor gives the memory back, "
            "and the caller's object still points to it.",
            type->text);
        SAY(next, "Take it by reference, const %s &, or hand the pointer alone to the function.", type->text);
    }
    free(t);
    return at != 0;
}

// Where `name` is declared as a reference to an element, before token `use`; 0: it is not.
static int reference_to_element(const HostText *t, int use) {
    for (int i = use - 1; i > 1; i--)
        if (token_is(&t->token[i], t->token[use].text) && token_is(&t->token[i - 1], "&") &&
            t->token[i - 2].kind == TOKEN_NAME && token_is(&t->token[i + 1], "=") &&
            t->token[i + 2].kind == TOKEN_NAME && token_is(&t->token[i + 3], "["))
            return i;
    return 0;
}

static bool changes(const HostText *t, int i) {
    static const char *const marks[] = {"=", "+=", "-=", "*="};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        if (token_is(&t->token[i + 1], marks[k])) return true;
    return false;
}

void explain_other_name(Cause *cause, const Explained *e, const Finding *f) {
    HostText *t = calloc(1, sizeof *t);
    const int line = tells(f, FOUND_WRITES)         ? f->place.line
                     : tells(f, FOUND_OTHER_WRITES) ? f->other_place.line
                                                    : 0;
    const bool read = t && line && host_text_read(t, e->source_path, e->root);
    for (int i = 2; read && i + 1 < t->count && t->token[i].line <= line; i++) {
        if (t->token[i].line != line || t->token[i].kind != TOKEN_NAME || !changes(t, i)) continue;
        const int declared = reference_to_element(t, i);
        if (!declared) continue;
        const HostToken *name = &t->token[declared];
        blame_slip(cause, e, name - 1);
        SAY(what,
            "With the `&`, `%s` is another name of `%s[...]`, and no variable of this thread's own: line %d changes that element, "
            "while other threads read it.",
            name->text, name[2].text, line);
        SAY(next, "Leave out the `&`: the thread then has a copy of the value, in a register.");
        break;
    }
    free(t);
}

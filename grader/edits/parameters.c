// A parameter that a function sets, and that is a copy of the caller's variable: the variable itself.
#include <stdio.h>

#include "grader/edits/editing.h"

static bool sets(const Editing *e, int name) {
    for (int i = e->begin; i < e->end; i++)
        if (lexemes_equal(&e->x, i, name) && is_set(e, i)) return true;
    return false;
}

// "float here" among the parameters: the name, with nothing but a type before it.
static bool is_copy(const Editing *e, int i) {
    return e->x.list[i].kind == LEX_NAME && e->x.list[i - 1].kind == LEX_NAME &&
           (lexeme_is(&e->x, i + 1, ",") || lexeme_is(&e->x, i + 1, ")")) &&
           !lexeme_is(&e->x, i - 1, "const");
}

void edit_parameters(Editing *e) {
    char text[64];
    const int name = function_name(&e->x, e->begin);
    if (name < 0) return;
    for (int i = name + 2; i < e->x.list[name + 1].mate; i++) {
        const Lexeme *own = &e->x.list[i];
        if (!is_copy(e, i) || !sets(e, i) || own->length + 2 > (int)sizeof text) continue;
        snprintf(text, sizeof text, "&%.*s", own->length, e->x.text + own->at);
        add_text(e, EDIT_REFERENCE, own->at, (size_t)own->length, text, own->line, own->column, text + 1,
                 own->length);
    }
}

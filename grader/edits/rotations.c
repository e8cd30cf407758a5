// Variables that take each other's values in turn, where the last one gets what the first one no longer has.
#include "grader/edits/editing.h"

enum { IN_TURN = 4 };

// "a = b;" at the word i, of two plain names.
static bool is_move(const Editing *e, int i) {
    const bool begins =
        lexeme_is(&e->x, i - 1, ";") || lexeme_is(&e->x, i - 1, "{") || lexeme_is(&e->x, i - 1, "}");
    return begins && i + 3 < e->end && e->x.list[i].kind == LEX_NAME && lexeme_is(&e->x, i + 1, "=") &&
           e->x.list[i + 2].kind == LEX_NAME && lexeme_is(&e->x, i + 3, ";");
}

// a = b; b = c; c = a: by then a has b's value. The statements as they are, with what `a` had in the last one.
void edit_rotation(Editing *e, int i) {
    enum { MOVE = 4 };
    int count = 0;
    while (count < IN_TURN && is_move(e, i + MOVE * count) &&
           (!count || lexemes_equal(&e->x, i + MOVE * count, i + MOVE * (count - 1) + 2)))
        count++;
    const int last = i + MOVE * (count - 1), before = e->edits->count;
    if (count < 2 || !lexemes_equal(&e->x, last + 2, i)) return;
    add_words(e, EDIT_SPARE, i, last + MOVE, last, "{ auto set_aside = %.*s; %.*s = set_aside; }",
              WORDS(e, i, i + 1), WORDS(e, i, last + 1));
    make_likely(e, before, 0);
    name_words(e, before, i, i + 1);
}

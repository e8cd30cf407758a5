// "z == BZ", which threads at the end of a block pass, where those at the end of the grid must pass, too: its last block may end
// there. One comparison more, joined by ||.
#include "grader/edits/editing.h"

#include <stdio.h>

enum { NEAR_WORDS = 8 };

// The last place of an axis, as a condition of the function has it: NAME and what it is compared with.
typedef struct {
    int name, bound, bound_end;
    const char *less; // what is taken from the bound
} Last;

// Behind the side of a comparison that begins at `from`.
static int side_end(const Editing *e, int from) {
    static const char *const ends[] = {")", "&&", "||", ";", "?", ",", "}", NULL};
    int i = from;
    while (i < e->end && !lexeme_is_any(&e->x, i, ends))
        i = e->x.list[i].mate > i ? e->x.list[i].mate + 1 : i + 1;
    return i;
}

// Is the name given a value that is made of the number of the block, itself or by another name?
static bool goes_by_block(const Editing *e, int name, int deep) {
    for (int i = e->begin; i < e->end; i++) {
        if (!lexemes_equal(&e->x, i, name) || !lexeme_is(&e->x, i + 1, "=")) continue;
        for (int k = i + 2, end = side_end(e, i + 2); k < end; k++) {
            if (lexeme_is(&e->x, k, "blockIdx")) return true;
            if (deep && is_variable(e, k) && !lexemes_equal(&e->x, k, name) && goes_by_block(e, k, deep - 1))
                return true;
        }
    }
    return false;
}

// Does a condition end along an axis of the grid at word i, with that mark? How much lies between what it compares with and the last
// point to compute is not known: two possibilities.
static int read_last(const Editing *e, int i, Last last[2]) {
    static const char *const up_to[] = {"<=", ">", "==", NULL}, *const before[] = {"<", ">=", NULL},
                             *const starts[] = {"(", "&&", "||", "=", "return", NULL};
    const bool is_it = lexeme_is_any(&e->x, i, up_to), is_behind = lexeme_is_any(&e->x, i, before);
    if ((!is_it && !is_behind) || !is_variable(e, i - 1) || !lexeme_is_any(&e->x, i - 2, starts) ||
        type_of(e, i - 1) != TYPE_WHOLE)
        return 0;
    const int end = side_end(e, i + 1);
    if (end == i + 1 || end - i > NEAR_WORDS || e->x.list[i + 1].kind == LEX_NUMBER ||
        !goes_by_block(e, i - 1, 2))
        return 0;
    last[0] = (Last){i - 1, i + 1, end, is_it ? "" : " - 1"};
    last[1] = (Last){i - 1, i + 1, end, " - 2"};
    return is_it ? 1 : 2;
}

void edit_alternative(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "==") || !is_variable(e, i - 1) || e->x.list[i + 1].kind == LEX_NUMBER ||
        goes_by_block(e, i - 1, 2))
        return;
    const int from = i - 1, to = side_end(e, i + 1);
    if (to - i > NEAR_WORDS || lexeme_is(&e->x, to, "||") || lexeme_is(&e->x, from - 1, "||")) return;
    for (int k = e->begin; k < e->end; k++) {
        Last last[2];
        const int count = read_last(e, k, last);
        for (int n = 0; n < count; n++) {
            const int before = e->edits->count;
            add_words(e, EDIT_ALTERNATIVE, from, to, from, "(%.*s || %.*s == (%.*s)%s)", WORDS(e, from, to),
                      WORDS(e, last[n].name, last[n].name + 1), WORDS(e, last[n].bound, last[n].bound_end),
                      last[n].less);
            if (e->edits->count == before) continue;
            Edit *edit = &e->edits->list[before];
            snprintf(edit->other, sizeof edit->other, "%.*s", e->x.list[last[n].name].length,
                     e->x.text + e->x.list[last[n].name].at);
            make_likely(e, before, 1 + 2 * e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
        }
    }
}

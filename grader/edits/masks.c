// A shift without the mask that the others of the function have: "pixel >> 16" beside "pixel >> 8 & 255".
#include "grader/edits/editing.h"

// ">> 8" at i, with a number or a name behind it.
static bool is_shift(const Editing *e, int i) {
    return lexeme_is(&e->x, i, ">>") &&
           (e->x.list[i + 1].kind == LEX_NUMBER || e->x.list[i + 1].kind == LEX_NAME) &&
           (e->x.list[i - 1].kind == LEX_NAME || lexeme_is(&e->x, i - 1, "]"));
}

// The number behind "& " that a shift of the function is masked with, be the shift in parentheses or not; -1: none is.
static int mask_of(const Editing *e) {
    for (int i = e->begin + 1; i < e->end; i++) {
        if (!is_shift(e, i)) continue;
        const int behind = i + 2 + lexeme_is(&e->x, i + 2, ")");
        if (lexeme_is(&e->x, behind, "&") && e->x.list[behind + 1].kind == LEX_NUMBER) return behind + 1;
    }
    return -1;
}

void edit_masks(Editing *e) {
    const int mask = mask_of(e);
    for (int i = e->begin + 1; i < e->end && mask >= 0; i++) {
        const int behind = i + 2 + lexeme_is(&e->x, i + 2, ")");
        if (!is_shift(e, i) || lexeme_is(&e->x, behind, "&")) continue;
        const int before = e->edits->count;
        // & goes last: the whole operand is masked, and the product that it stands in is not.
        add_words(e, EDIT_MASK, i, i + 2, i, "%.*s & %.*s", WORDS(e, i, i + 2), WORDS(e, mask, mask + 1));
        if (e->edits->count > before) make_likely(e, before, 1 + given_rank(e, i));
    }
}

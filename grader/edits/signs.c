// Ints that are divided, or shifted: where their highest bit is set they are negative. And the other way round: `auto` that is unsigned,
// because it is made of places.
#include "grader/edits/editing.h"

// Is the name divided somewhere in the function, or by what is left over, or shifted?
static bool is_divided(const Editing *e, int name) {
    static const char *const marks[] = {"/", "%", ">>", "/=", "%=", ">>=", NULL};
    for (int i = e->begin; i < e->end; i++)
        if (lexemes_equal(&e->x, i, name) && lexeme_is_any(&e->x, i + 1, marks)) return true;
    return false;
}

// "auto j = blockIdx.y * 8 + threadIdx.y;": as unsigned as what it is made of.
static void edit_automatic(Editing *e, int i) {
    enum { LIKELY = 3 };
    static const char *const places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    if (!lexeme_is(&e->x, i, "auto") || !lexeme_is(&e->x, i + 2, "=")) return;
    const int end = statement_end_at(&e->x, i, e->end), before = e->edits->count;
    const Lexeme *type = &e->x.list[i], *name = &e->x.list[i + 1];
    bool place = false;
    for (int k = i + 3; k < end; k++)
        place |= lexeme_is_any(&e->x, k, places) && lexeme_is(&e->x, k + 1, ".");
    if (!place) return;
    add_text(e, EDIT_SIGNED, type->at, (size_t)type->length, "int", name->line, name->column,
             e->x.text + name->at, name->length);
    if (e->edits->count > before) e->edits->list[before].rank = LIKELY + given_rank(e, i);
}

// A condition that is missing says more: without a sign -1 is large, and kept away by chance. Parameters stand in front of the function's bracket.
void edit_signs(Editing *e) {
    enum { UNLIKELY = 7 };
    for (int i = head_of_function(e); i < e->end; i++) {
        edit_automatic(e, i);
        if (!lexeme_is(&e->x, i, "int") || lexeme_is(&e->x, i - 1, "unsigned") ||
            e->x.list[i + 1].kind != LEX_NAME || !is_divided(e, i + 1))
            continue;
        const int before = e->edits->count;
        const Lexeme *type = &e->x.list[i], *name = &e->x.list[i + 1];
        add_text(e, EDIT_UNSIGNED, type->at, (size_t)type->length, "unsigned", name->line, name->column,
                 e->x.text + name->at, name->length);
        if (e->edits->count > before) e->edits->list[before].rank = UNLIKELY;
    }
}

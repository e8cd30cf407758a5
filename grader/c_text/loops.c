// Finds where a loop begins and ends. See loops.h.
#include "grader/c_text/loops.h"

bool is_loop_word(const Lexemes *x, int i) {
    return lexeme_is(x, i, "for") || lexeme_is(x, i, "while") || lexeme_is(x, i, "do");
}

bool read_loop(const Lexemes *x, int head, Loop *loop) {
    *loop = (Loop){.head = head, .condition = head + 1};
    if (!is_loop_word(x, head)) return false;
    if (lexeme_is(x, head, "do")) {
        const int behind = statement_end_at(x, head + 1, x->count);
        if (!lexeme_is(x, head + 1, "{") || !lexeme_is(x, behind, "while")) return false;
        loop->condition = behind + 1;
    }
    if (!lexeme_is(x, loop->condition, "(")) return false;
    const int close = x->list[loop->condition].mate;
    const bool bare = lexeme_is(x, head, "do") || lexeme_is(x, close + 1, ";");
    loop->end = bare ? close + 2 : statement_end_at(x, close + 1, x->count);
    return true;
}

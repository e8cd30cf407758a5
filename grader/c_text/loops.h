// The loops of a CUDA text, among its words.
#ifndef WARPBOOK_LOOPS_H
#define WARPBOOK_LOOPS_H

#include "grader/c_text/lexemes.h"

typedef struct {
    int head, condition, end; // its first word, the bracket of its condition, and behind its last word
} Loop;

// for, while or do.
bool is_loop_word(const Lexemes *x, int i);

// The loop whose first word stands there. False: none does; a `while` that ends a do is none of its own.
bool read_loop(const Lexemes *x, int head, Loop *loop);

#endif

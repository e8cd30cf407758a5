// Brackets of C, and the arguments between them. Comments and strings are passed over.
#ifndef WARPBOOK_BRACKETS_H
#define WARPBOOK_BRACKETS_H

#include <stdbool.h>

#include "grader/c_text/spans.h"

// The bracket that closes the one at `open`; NULL: none does.
const char *closing_bracket(const char *open);

// Behind the bracket that closes the one at `open`; the end of the text: none does.
const char *behind_bracket(const char *open);

// Behind the subscripts that begin at `at`, "[y][x]"; `at` itself: none do.
const char *behind_subscripts(const char *at);

// The bracket that the one at `close` closes, in a text from `text` on that has no comments, and nothing between quotes; NULL: it
// closes none.
const char *opening_bracket(const char *text, const char *close);

// The argument with that number, from 0, of the list that begins at `open`: with a bracket, or with the <<< of a launch. Blanks at its
// ends are left out. False: there are fewer, or it is empty.
bool find_argument(const char *open, int number, Span *argument);

#endif

// Inside the room: a macro of the text.
#ifndef WARPBOOK_EDITS_MACROS_H
#define WARPBOOK_EDITS_MACROS_H

#include "grader/c_text/defines.h"

// "#define NAME(a, b) text" in one line, of an expression alone. False for any other line.
bool read_expression_macro(const char *line, Define *d);

#endif

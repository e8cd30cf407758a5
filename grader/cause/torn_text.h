// A macro whose text is an expression without parentheses, of which an operator beside the macro's name takes only a part.
#ifndef WARPBOOK_TORN_TEXT_H
#define WARPBOOK_TORN_TEXT_H

#include "grader/verdict/cause.h"

// Of a launch that would be right with another number: does the function that launches use such a macro in the lines up to
// the launch? Then its #define is blamed, for its text is right and its place is not.
void blame_torn_text(Cause *cause, const char *path, int launch);

#endif

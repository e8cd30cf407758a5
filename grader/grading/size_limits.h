// Which line may be to blame where large sizes alone go wrong: a narrow type, or a number that ends early.
#ifndef WARPBOOK_SIZE_LIMITS_H
#define WARPBOOK_SIZE_LIMITS_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

// `text`: of the student's file at `path`. A guess from the text: false where no line of device code, or more than two, has one.
bool explain_size_limit(Cause *cause, const char *path, const char *text);

// The cause is an access that leaves its memory at a large size: the product of a narrow type in its line, or in one that it takes a value
// from. A guess from the text: false, and the cause is as it was, where there is none.
bool explain_size_limit_behind(Cause *cause, const char *path);

// A launch has too few threads at a large size: the first line of host code that divides floats, which may round their number down.
// `text`: the file's. False: there is none.
bool explain_float_blocks(Cause *cause, const char *path, const char *text);

#endif

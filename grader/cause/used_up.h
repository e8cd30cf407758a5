// A number of launches that has been counted down before it is divided by.
#ifndef WARPBOOK_USED_UP_H
#define WARPBOOK_USED_UP_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

// `line`, of the file, divides by the number: a line above it, in its function, counts that up or down, or a function does that is
// handed the variable itself. False: neither is known. Else the cause names that line, and says so behind what it says already.
bool say_used_up(Cause *cause, const char *path, int line);

#endif

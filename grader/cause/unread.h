// A variable that nothing reads, though it is to keep another one's value for the next step: that one is used too early.
#ifndef WARPBOOK_UNREAD_H
#define WARPBOOK_UNREAD_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

// Of a cause whose line gives a variable a value that is right for another step: the line that uses it. False: it is not so.
bool say_used_too_early(Cause *cause, const char *path);

#endif

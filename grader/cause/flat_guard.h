// Elements that two threads store because a condition compares the flat index with the number of all elements, and no axis with its end.
#ifndef WARPBOOK_FLAT_GUARD_H
#define WARPBOOK_FLAT_GUARD_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

// False: no condition of device code does, or several do.
bool explain_flat_guard(Cause *cause, const char *path);

#endif

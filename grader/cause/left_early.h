// A launch function that launches nothing, because it returns before it comes to its launch.
#ifndef WARPBOOK_LEFT_EARLY_H
#define WARPBOOK_LEFT_EARLY_H

#include <stdbool.h>

#include "grader/verdict/cause.h"

// No kernel was launched by `function`: the line of the only `return` before its first launch, and the route. False: there is
// none, or several.
bool say_left_early(Cause *cause, const char *function, const char *source);

#endif

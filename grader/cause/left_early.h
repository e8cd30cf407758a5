// A launch function that launches nothing, because it returns before it comes to its launch, or passes it by.
#ifndef WARPBOOK_LEFT_EARLY_H
#define WARPBOOK_LEFT_EARLY_H

#include "grader/lab/case_data.h"
#include "grader/verdict/cause.h"

// No kernel was launched by the function of that case: the line of the `return` that was taken, or of the condition that is false
// where a launch stands behind it, and the route. False: neither is clear.
bool say_left_early(Cause *cause, const CaseData *data, const char *source);

#endif

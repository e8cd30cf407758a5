// A launch function that launches nothing, because it returns before it comes to its launch, or passes it by.
#ifndef WARPBOOK_LEFT_EARLY_H
#define WARPBOOK_LEFT_EARLY_H

#include "grader/lab/case_data.h"
#include "grader/verdict/cause.h"

// No kernel was launched by the function of that case: the line of the `return` that was taken, or of the condition that is false
// where a launch stands behind it, or of the function's head where no launch stands in it; the route, and what to do next. False:
// none of them is clear.
bool say_no_launch(Cause *cause, const CaseData *data, const char *source);

#endif

// A launch that CUDA refuses: which line makes it so.
#ifndef WARPBOOK_REFUSED_LAUNCH_H
#define WARPBOOK_REFUSED_LAUNCH_H

#include "grader/verdict/verdict.h"

// A cause that is known keeps its line; where there is nothing to compute it is told to launch nothing.
void say_refused_launch(CaseResult *c, const char *source_path);

#endif

// What a run in the page has counted and found, in the members that the grader's JSON has for it.
#ifndef WARPBOOK_ALIVE_RESULT_H
#define WARPBOOK_ALIVE_RESULT_H

#include "grader/device/watching.h"

// `source`: the student's file, whose lines are named by its name alone. malloc'ed; NULL without memory.
char *alive_result(const Warpsim *sim, const Watching *watching, const char *source);

#endif

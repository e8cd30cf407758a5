// Where a barrier is missing between two accesses of one block.
#ifndef WARPBOOK_MISSING_BARRIER_H
#define WARPBOOK_MISSING_BARRIER_H

#include "grader/verdict/verdict.h"

// A race between threads of one block at two of the student's own lines?
bool lacks_barrier(const CaseResult *c, const char *source_path);

// Says which of the two lines can run too early, and names the statement above which the barrier belongs. `text`: the
// student's file. `helps_not`: one barrier more was tried everywhere, and mends nothing. The cause is known afterwards.
void say_barrier(const LabResult *result, CaseResult *c, const char *text, bool helps_not);

#endif

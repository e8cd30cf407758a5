// An asynchronous copy to shared memory that is used before all who need it can know that it is there.
#ifndef WARPBOOK_UNFINISHED_COPY_H
#define WARPBOOK_UNFINISHED_COPY_H

#include "grader/verdict/verdict.h"

// Is that what the finding of the case is about? Then its cause is known: whether the wait is missing, leaves the copy's group open,
// or stands behind the barrier. `text`: the student's file.
bool say_unfinished_copy(CaseResult *c, const char *text, const char *source_path);

#endif

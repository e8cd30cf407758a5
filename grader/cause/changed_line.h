// Of changes that each make a wrong submission right: which line holds the mistake, and what in it.
#ifndef WARPBOOK_CHANGED_LINE_H
#define WARPBOOK_CHANGED_LINE_H

#include "grader/cause/ptx_changes.h"
#include "grader/verdict/cause.h"

// `alive`: of each change, whether all cases come right with it; `tried`: which ones, as "n = 7, n = 34". The cause stays where it
// names such a line already.
void say_changed_line(Cause *cause, const PtxChanges *changes, const bool *alive, const char *tried,
                      const char *source);

#endif

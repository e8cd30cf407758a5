// A condition that is worked out before a loop, once for all of its rounds, though what it keeps inside moves on in each of them.
#ifndef WARPBOOK_ASKED_BEFORE_H
#define WARPBOOK_ASKED_BEFORE_H

#include <stddef.h>

// The line above the loop around `line` that sets the truth by which this line decides; `name` gets its name. 0: it is not so.
int line_of_truth_before_loop(const char *path, int line, char *name, size_t size);

#endif

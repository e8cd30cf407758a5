// The line that works out the truth by which another line decides: "const bool inside = ...;" of "inside ? ... : ...".
#ifndef WARPBOOK_TRUTH_LINE_H
#define WARPBOOK_TRUTH_LINE_H

#include <stddef.h>

// `name` gets that of the truth. 0: the line decides by no such thing alone.
int line_of_truth(const char *path, int line, char *name, size_t size);

// The same where it is worked out before the loop around `line`, once for all of its rounds, and an index in the line moves on in each.
int line_of_truth_before_loop(const char *path, int line, char *name, size_t size);

#endif

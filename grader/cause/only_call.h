// From a line of a helper to the line that calls it.
#ifndef WARPBOOK_ONLY_CALL_H
#define WARPBOOK_ONLY_CALL_H

#include <stdbool.h>

// The line of `function`, a function of the host in the file, that calls the one which holds `line`, where it does so once. 0: it does
// not, or `line` is its own.
int line_of_only_call(const char *path, int line, const char *function);

// Does line `caller` call the function of the device that holds `line`?
bool calls_helper_of_line(const char *path, int caller, int line);

#endif

// From a line of a helper to the line that calls it.
#ifndef WARPBOOK_ONLY_CALL_H
#define WARPBOOK_ONLY_CALL_H

// The line of `function`, a function of the host in the file, that calls the one which holds `line`, where it does so once. 0: it does
// not, or `line` is its own.
int line_of_only_call(const char *path, int line, const char *function);

#endif

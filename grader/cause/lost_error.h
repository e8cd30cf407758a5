// Where an error that a call has returned is replaced before it is returned.
#ifndef WARPBOOK_LOST_ERROR_H
#define WARPBOOK_LOST_ERROR_H

// `line` keeps what a call returns in a variable: the line behind it, in its function, that puts another call's result there whatever
// the first one was. 0: none does.
int line_that_loses_error(const char *path, int line);

#endif

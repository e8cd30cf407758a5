// Inside the room: which statement of a student's file decides whether a thread comes to a line.
#ifndef WARPBOOK_DECIDES_H
#define WARPBOOK_DECIDES_H

#include <stdbool.h>

// May what line `line` asks for keep a thread from line `reached`: does a statement that begins there hold that line, or leave a loop
// or the function? True too where the line begins no such statement. A guess from the text, for a message alone.
bool may_decide(const char *path, int line, int reached);

// The line of the innermost loop whose text holds that line; 0: none does.
int line_of_loop_over(const char *path, int line);

#endif

// The line of the condition that another line is under.
#ifndef WARPBOOK_CONDITION_LINE_H
#define WARPBOOK_CONDITION_LINE_H

// The line itself where it has a condition, or the nearest one above it, by the indentation, that the block with the line is under. 0:
// there is none in its function. A guess from the text, for a message alone.
int condition_over(const char *path, int line);

// The same; where that asks for a single name, "if (inside)", the line above that gives it its value.
int line_that_decides(const char *path, int line);

#endif

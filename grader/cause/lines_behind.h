// The lines of a function that give the variables of a statement their values.
#ifndef WARPBOOK_LINES_BEHIND_H
#define WARPBOOK_LINES_BEHIND_H

// Of the file at `path`: lines of the function that `line` lies in that set a variable which the statement of `line` uses, declare it
// with a value, or move it on, those nearest above first, each with where a function of the file returns what it is given. What stands in `lines` already, `count` of at most `most`, and the statement
// itself are left out. Returns how many there are then.
int add_lines_behind(const char *path, int line, int *lines, int count, int most);

#endif

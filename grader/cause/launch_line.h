// The line of a source file that sets how many blocks a launch has.
#ifndef WARPBOOK_LAUNCH_LINE_H
#define WARPBOOK_LAUNCH_LINE_H

#include <stddef.h>

// `launch`: the line with <<<. Returns the line where its grid, or the part of it for that axis (0: x), was last
// set before it; `launch` itself where that is not clear.
int line_of_launch_size(const char *path, int launch, int axis);

// The first line that declares an array of that name: a word, the name, and [. 0: none.
int line_of_declaration(const char *path, const char *name);

// From `line` backwards: where a variable that is used in it is declared without a value. 0: nowhere near.
int line_of_unset(const char *path, int line);

// The next line behind `after` that gives a new value to the variable that `line` sets; 0: none in its function.
int next_assignment(const char *path, int line, int after);

// The nearest line above `line`, in the text of a TODO that ends before it, that sets a variable that `line` uses; 0: none.
int line_set_before(const char *path, int line);

// The last line that sets a field, or a variable, of that name; by = before those that only change it. 0: none.
int line_of_field(const char *path, const char *name);

// The first line that declares an array of float in a function without __shared__, and its name; 0: none.
int line_of_own_array(const char *path, char *name, size_t size);

// The first line behind `line`, within 60, that gives a new value to a variable or element that `line` uses; 0: none.
int line_of_replacement(const char *path, int line);

#endif

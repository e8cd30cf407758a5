// The lines of a source file that declare, set or replace a variable.
#ifndef WARPBOOK_VARIABLE_LINE_H
#define WARPBOOK_VARIABLE_LINE_H

#include <stdbool.h>
#include <stddef.h>

// The first line behind `line`, within 60, that gives a new value to a variable that the whole statement of `line` uses, by a
// plain assignment; 0: none.
int line_of_next_step(const char *path, int line);

// The line adds to a variable, "sum += ...": its name, and the nearest line above it that gives it a value. 0: it does not.
int line_where_sum_begins(const char *path, int line, char *name, size_t size);

// Does the line give a variable its value, to which no line above it in its function adds anything?
bool begins_sum(const char *path, int line);

// Behind `line`, within 60: the last "a = b;" of two names that its statement uses. 0: none.
int line_of_aliasing(const char *path, int line);

// From `line` backwards: where a variable that is used in its statement is declared without a value. 0: nowhere near.
int line_of_unset(const char *path, int line);

// The next line behind `after` that gives a new value to the variable that `line` sets; 0: none in its function.
int next_assignment(const char *path, int line, int after);

// The nearest line above `line`, in the text of a TODO that ends before it, that sets a variable that `line` uses; 0: none.
int line_set_before(const char *path, int line);

// Does the line give a variable a value that it does not declare?
bool is_assignment(const char *path, int line);

// The nearest line above `line` in its function that gives `name` a value; 0: none.
int line_of_value(const char *path, int line, const char *name);

// Does the line declare a variable of a type of whole numbers?
bool declares_whole(const char *path, int line);

// Above `line` in its function: where a name that it uses is declared `auto`. 0: nowhere.
int line_of_automatic(const char *path, int line);

// How many sizes follow the name in that line: tile[8][8][16] has 3. Without the name it is the line of its type: those there.
int count_sizes(const char *path, int line, const char *name);

// Behind `line` in its function: where a variable that `line` uses, and that is declared before it, is declared once more.
// Its name in `name`. 0: nowhere.
int line_of_second_declaration(const char *path, int line, char *name, size_t size);

// The first line that declares an array of float in a function without __shared__, and its name; 0: none.
int line_of_own_array(const char *path, char *name, size_t size);

// The first line behind `line`, within 60, that gives a new value to a variable or element that `line` uses; 0: none.
int line_of_replacement(const char *path, int line);

#endif

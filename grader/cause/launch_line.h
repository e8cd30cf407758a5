// The line of a source file that sets how many blocks a launch has.
#ifndef WARPBOOK_LAUNCH_LINE_H
#define WARPBOOK_LAUNCH_LINE_H

#include <stdbool.h>
#include <stddef.h>

// `launch`: the line with <<<. Returns the line where its grid, or the part of it for that axis (0: x), was last
// set before it; `launch` itself where that is not clear.
int line_of_launch_size(const char *path, int launch, int axis);

// The same for its block, and for the bytes of shared memory that it asks for.
int line_of_block_size(const char *path, int launch);
int line_of_shared_size(const char *path, int launch);

// `line` sets a number of blocks: the line whose division rounds down, itself or one above it that sets a variable that it
// uses, in the same function. `line` where none does.
int line_of_rounding(const char *path, int line);

// The first line that declares an array of that name: a word, the name, and [. 0: none.
int line_of_declaration(const char *path, const char *name);

// `line`: a call whose size, or number, is a variable: where that was last set before it. 0: it is not one.
int line_of_size(const char *path, int line);

// From `line` backwards: where a variable that is used in it is declared without a value. 0: nowhere near.
int line_of_unset(const char *path, int line);

// The next line behind `after` that gives a new value to the variable that `line` sets; 0: none in its function.
int next_assignment(const char *path, int line, int after);

// The nearest line above `line`, in the text of a TODO that ends before it, that sets a variable that `line` uses; 0: none.
int line_set_before(const char *path, int line);

// Does the line give a variable a value that it does not declare?
bool is_assignment(const char *path, int line);

// Does the line declare a variable of a type of whole numbers?
bool declares_whole(const char *path, int line);

// How many sizes follow the name in that line: tile[8][8][16] has 3.
int count_sizes(const char *path, int line, const char *name);

// Behind `line` in its function: where a variable that `line` uses, and that is declared before it, is declared once more.
// Its name in `name`. 0: nowhere.
int line_of_second_declaration(const char *path, int line, char *name, size_t size);

// The last line that sets a field, or a variable, of that name; by = before those that only change it. 0: none.
int line_of_field(const char *path, const char *name);

// The first line that declares an array of float in a function without __shared__, and its name; 0: none.
int line_of_own_array(const char *path, char *name, size_t size);

// The first line behind `line`, within 60, that gives a new value to a variable or element that `line` uses; 0: none.
int line_of_replacement(const char *path, int line);

#endif

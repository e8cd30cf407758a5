// The line of a source file that sets how many blocks a launch has.
#ifndef WARPBOOK_LAUNCH_LINE_H
#define WARPBOOK_LAUNCH_LINE_H

#include <stdbool.h>
#include <stddef.h>

// `launch`: the line with <<<. Returns the line where its grid, or the part of it for that axis (0: x), was last
// set before it; `launch` itself where that is not clear.
int line_of_launch_size(const char *path, int launch, int axis);

// From there on to where that number of blocks is computed: what a function of the file or a lambda returns, or the last line that
// changes its variable or element. The line that sets it where there is none.
int line_that_computes_size(const char *path, int launch, int axis);
// The same where the other axes have enough blocks: so what they are computed from, too, is right.
int line_that_computes_size_alone(const char *path, int launch, int axis);

// The same for its block, and for the bytes of shared memory that it asks for.
int line_of_block_size(const char *path, int launch);
int line_of_shared_size(const char *path, int launch);

// The first two lines behind the launch, in its function, that call cudaGetLastError(). False: there are not so many.
bool lines_of_last_error(const char *path, int launch, int line[2]);

// The first line behind the launch, in its function, that asks CUDA for an error, but for line `but`; 0: none.
int line_that_asks_for_error(const char *path, int launch, int but);

// The line behind a launch that waits for the device, in a function that asks for no error behind it. 0: there is none.
int line_that_waits_alone(const char *path, int launch);

// `line` sets a number of blocks: the line whose division rounds down, itself or one above it that sets a variable that it
// uses, in the same function. `line` where none does.
int line_of_rounding(const char *path, int line);

// `argument`: the words of one in a launch. The line whose division rounds down on the way to its number; 0: none does.
int line_of_dropped_rest(const char *path, int launch, const char *argument);

// Is in that line ceil() given a quotient of integers, by what stands there: no point, and no type of floating-point numbers?
bool rounds_too_late(const char *path, int line);
// In a quotient of floating-point numbers: is something a little less than 1 added, which is to round it up?
bool adds_almost_one(const char *path, int line);
#define ADDED_ALMOST_ONE                                                                                          \
    "What is added here rounds up only a fraction that makes 1 with it; a smaller one is dropped. Round up with " \
    "integers, (n + size - 1) / size."

#define ROUNDED_TOO_LATE                                                                                          \
    "ceil() is given a quotient of integers here: what is left over is dropped before ceil() sees it. Divide as " \
    "floating-point numbers, or write (n + size - 1) / size."

// The first line that declares an array of that name: a word, the name, and [. Of a shared array whose type has the sizes: the line that
// declares the type. 0: none.
int line_of_declaration(const char *path, const char *name);

// `line`: a call whose size, or number, is a variable: where that was last set before it. 0: it is not one.
int line_of_size(const char *path, int line);

// "bytes = bytes_of(n)" in that line: where the function of the file returns the value. 0: it is something else.
int line_of_called_value(const char *path, int line);

// The last line that sets a field, or a variable, of that name; by = before those that only change it, or with `changes` the
// other way round, and then rather one behind a line that sets something else. 0: none.
int line_of_field(const char *path, const char *name, bool changes);

#endif

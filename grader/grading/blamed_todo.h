// The TODO whose text holds a line, or in whose text something is missing. `text` is the student's file, `skeleton` that of the
// skeleton or NULL; -1: no TODO is clear.
#ifndef WARPBOOK_BLAMED_TODO_H
#define WARPBOOK_BLAMED_TODO_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/lab/spec.h"

// Is it a line that the skeleton has, too?
bool is_skeleton_line(const char *text, const char *skeleton, int line);

// *outside: the line is the student's own, and no TODO's.
int todo_of_line(const LabSpec *spec, const char *text, const char *skeleton, int line, bool *outside);

// The region behind a line in its function: where a value that is used there should be replaced for the next step. A region
// that holds the whole loop holds that place, too.
int todo_behind(const LabSpec *spec, const char *text, int line);

// The last region of the function before the loop that a line lies in, or the one behind it: what the first step of the loop needs is set
// there. *first: the line of its mark, or `line` itself where that lies in the region.
int todo_before_loop(const LabSpec *spec, const char *text, int line, int *first);

// The only TODO of the skeleton's function that has the name of the one in which the line lies; -1: there is no such function, or
// it has several.
int todo_of_function(const LabSpec *spec, const char *text, const char *skeleton, int line);

// Is there a barrier of a block among these bytes? __syncwarp() is none: it holds the threads of a warp alone.
bool has_barrier(const char *text, size_t begin, size_t end);

// Where the function begins and ends that a place lies in, and its innermost loop; 0: it lies in no loop.
size_t function_begin(const char *text, size_t at);
size_t function_end(const char *text, size_t at);
size_t loop_begin(const char *text, size_t at);

// Where the innermost loop around both places begins; 0: there is none.
size_t loop_around(const char *text, size_t first, size_t last);

// The brace that closes a loop which begins there; 0: it has no braces.
size_t loop_end(const char *text, size_t loop);

// The line that begins that function: the last one above the place that begins with a word.
const char *function_head(const char *text, size_t at);

// The name of the function that a place lies in, in `size` bytes. False where it is not clear.
bool name_function(const char *text, size_t at, char *name, size_t size);

#endif

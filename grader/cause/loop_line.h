// Inside the room: lines of a student's file beside a loop, and what a coefficient multiplies.
#ifndef WARPBOOK_LOOP_LINE_H
#define WARPBOOK_LOOP_LINE_H

#include <stdbool.h>
#include <stddef.h>

// "c[5] * NAME", or "NAME * c[5]", in the whole statement of `line`: what is multiplied by the coefficient of that number. An
// element's array, the variable of a member. False: it is not written like that.
bool name_beside_coefficient(const char *path, int line, long coefficient, char *name, size_t size);

// The line with that coefficient in the sum that the statement of `line` adds to, or sets: in this statement or in others that add
// to it. 0: the sum has it nowhere.
int line_of_coefficient(const char *path, int line, long coefficient);

// The nearest line above the loop that holds `line` that gives `name` a value, or declares it; 0: none in its function.
int line_of_first_value(const char *path, int line, const char *name);

// The line of the loop that holds `line`, where no line between the array's declaration and it names `name`, and one inside
// of the loop does give its elements values, but behind `line`. 0: otherwise.
int line_of_unprepared_loop(const char *path, int line, const char *name);

// The line of the outermost loop that holds `line`; 0: none does.
int line_of_loop(const char *path, int line);

// Is the loop that begins in the line a do ... while?
bool loop_asks_at_its_end(const char *path, int line);

// The line of the nearest loop around `line`, or of a loop that stands in it; 0: there is none in its function.
int line_of_inner_loop(const char *path, int line);

// Does the loop that begins in the line make as many rounds everywhere: do none but constants stand in its condition, beside what it
// counts?
bool loop_is_of_constants(const char *path, int line);

// The array to one of whose elements the line gives a value: "NAME[...] = ...". False: it does not begin like that.
bool array_that_is_set(const char *path, int line, char *name, size_t size);

// Does the line declare a shared array?
bool declares_shared(const char *path, int line);

#endif

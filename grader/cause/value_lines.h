// From a line to the one in which a number that it uses was computed. Guesses from the text, for a message alone.
#ifndef WARPBOOK_VALUE_LINES_H
#define WARPBOOK_VALUE_LINES_H

#include <stdbool.h>

// The line with a product of integers from which `line` takes its value: itself, or one above it, in the same function, that sets a
// variable that it uses, or what a function of the file returns to it. 0: there is none.
int line_of_product(const char *path, int line);

// `line` hands on a number that is a parameter of its function, which is called once: where the caller sets it, or calls. 0: it is
// not so.
int line_of_size_in_caller(const char *path, int line);

// "double needed = n / size;" of whole numbers, by the types of their declarations.
bool divides_integers_for_fraction(const char *path, int line);
#define DIVIDED_TOO_EARLY                                                                                       \
    "This is a quotient of integers: the division drops what is left over before it becomes a floating-point "  \
    "number, and then there is nothing left to round up. Divide as floating-point numbers, or write (n + size " \
    "- 1) / size."

#endif

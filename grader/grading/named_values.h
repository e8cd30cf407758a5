// Real numbers that a file's own text names, for inputs that hold them.
//
// "if (cell == -1.0e38f)": an input may be just that number, which nothing else would draw.
#ifndef WARPBOOK_NAMED_VALUES_H
#define WARPBOOK_NAMED_VALUES_H

enum { NAMED_VALUES = 24 };

// The finite real literals of the file, with a point, an exponent or an f, and the limits of a float (FLT_MAX), each with either sign; no 0.
// Returns their number; 0 too where the file cannot be read.
int named_values(const char *path, double list[NAMED_VALUES]);

#endif

// What a reading of the clock is kept in.
#ifndef WARPBOOK_CLOCK_KEPT_H
#define WARPBOOK_CLOCK_KEPT_H

// The line that says that the reading in `line` is kept in one of these types, of a list that ends with NULL: the declaration of the variable
// that it is assigned to, the function that returns it, or where such a type is given another name. 0: none does.
int line_of_kept_type(const char *path, int line, const char *const *types);

#endif

// From a line that hands a variable on as it is to the one where the variable got its value.
#ifndef WARPBOOK_HANDED_ON_H
#define WARPBOOK_HANDED_ON_H

#include "grader/c_text/spans.h"

// `line` sets the field `field` to a variable of its function, and to nothing else: the line above that gives the variable its value, by
// an = or by a call which gets its address or a reference to it, and the variable's name. Variables that got theirs from another one in the
// same way are followed. 0: it does not, or it depends on a condition or a loop which value it is.
int line_of_handed_value(const char *path, int line, const char *field, char name[SOURCE_NAME]);

#endif

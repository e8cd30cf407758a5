// Puts one name in the place of another in text of any bytes.
#ifndef WARPBOOK_REPLACE_H
#define WARPBOOK_REPLACE_H

#include <stddef.h>

// Text of *size bytes with `name` in the place of each `old`; to be freed. *size is its length then. NULL:
// there is no memory.
char *replace_name(const char *text, size_t *size, const char *old, const char *name);

#endif

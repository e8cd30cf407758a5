// Adds formatted text to a string in a buffer of fixed size.
#ifndef WARPBOOK_APPEND_H
#define WARPBOOK_APPEND_H

#include <stddef.h>

// What does not fit is cut off; `to` always ends with NUL.
__attribute__((format(printf, 3, 4))) void append(char *to, size_t size, const char *format, ...);

#endif

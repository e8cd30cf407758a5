// Adds formatted text to a string in a buffer of fixed size.
#ifndef WARPBOOK_APPEND_H
#define WARPBOOK_APPEND_H

#include <stddef.h>

// What does not fit is cut off; `to` always ends with NUL.
__attribute__((format(printf, 3, 4))) void append(char *to, size_t size, const char *format, ...);

// A number for a person: a whole one in full where a double holds it exactly (1264930000, not 1.26493e+09), any other
// with `digits` digits. Returns `text`.
const char *number_text(char text[40], double value, int digits);

// How many there are of something whose plural ends in s or es: "1 thread", "0 threads", "2 launches".
typedef struct {
    char text[80];
} Several;

Several several(double count, const char *one);

#endif

// The first error among a compiler's messages: the others often follow from it.
#ifndef WARPBOOK_FIRST_ERROR_H
#define WARPBOOK_FIRST_ERROR_H

#include <stddef.h>

typedef struct {
    const char *text; // its lines, in the messages; all messages where no error is named
    size_t size;
    int errors; // how many there are
} FirstError;

FirstError find_first_error(const char *messages, size_t size);

#endif

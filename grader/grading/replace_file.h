// Writes a file so that whoever opens it finds the old text or the new one, whole, whatever goes wrong.
#ifndef WARPBOOK_REPLACE_FILE_H
#define WARPBOOK_REPLACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

// Puts the bytes into a new file beside `path`, then gives it that name. Permissions of a file that was there
// are kept. On failure returns false with errno set; `path` is then as it was, and nothing is left beside it.
bool replace_file(const char *path, const char *bytes, size_t size);

// Reads a whole file into memory that the caller frees. NULL with errno set where it cannot be read.
char *read_whole_file(const char *path, size_t *size);

#endif

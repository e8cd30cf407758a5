// One self-contained HTML file that shows a result: the JSON in it, and what draws it.
#ifndef WARPBOOK_PAGE_H
#define WARPBOOK_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Writes the page for a result as --json writes it (size bytes of UTF-8). Nothing in it can become markup.
void page_write(FILE *stream, const char *json, size_t size);

// Has `write` make the JSON of `result`, and writes its page to a file, through a temporary one beside it. False with
// one sentence in `error`.
bool page_file(const char *path, void (*write)(FILE *stream, const void *result), const void *result,
               char *error, size_t error_size);

#endif

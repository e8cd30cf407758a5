// One self-contained HTML file that shows a result: the JSON in it, and what draws it.
#ifndef WARPBOOK_PAGE_H
#define WARPBOOK_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The simulator as a WebAssembly module, compressed by gzip.
typedef struct {
    const uint8_t *bytes;
    size_t size;
} PageModule;

// Writes the page for a result as --json writes it (size bytes of UTF-8). Nothing in it can become markup. `module` NULL: the
// page runs nothing.
void page_write(FILE *stream, const char *json, size_t size, const PageModule *module);

// Has `write` make the JSON of `result`, and writes its page to a file, through a temporary one beside it. False with
// one sentence in `error`. `module_path`: the file of the module, NULL: none.
bool page_file(const char *path, const char *module_path, void (*write)(FILE *stream, const void *result),
               const void *result, char *error, size_t error_size);

#endif

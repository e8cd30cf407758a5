// The lab's own code: its CPU reference, in a shared object that only the grader loads.
#ifndef WARPBOOK_REFERENCE_H
#define WARPBOOK_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/lab.h"
#include "grader/lab/spec.h"

typedef struct {
    void *handle;
    const LabEntry *entries; // ended by entry == NULL
} LabLibrary;

// Loads reference.so and looks whether it knows every entry of the spec. On failure one sentence in `error`.
bool lab_library_open(LabLibrary *library, const char *path, const LabSpec *spec, char *error,
                      size_t error_size);
void lab_library_close(LabLibrary *library);

const LabEntry *lab_library_find(const LabLibrary *library, const char *entry);

#endif

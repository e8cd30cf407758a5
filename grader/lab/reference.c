// Loads a lab's reference.so.
#include "grader/lab/reference.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool lab_library_open(LabLibrary *library, const char *path, const LabSpec *spec, char *error,
                      size_t error_size) {
    library->entries = NULL;
    library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library->handle) {
        snprintf(error, error_size, "The lab's reference cannot be loaded: %s. Build it with: make %s",
                 dlerror(), spec->name);
        return false;
    }
    library->entries = dlsym(library->handle, "lab_entries");
    for (int i = 0; i < spec->entry_count; i++) {
        if (library->entries && lab_library_find(library, spec->entries[i].name)) continue;
        snprintf(error, error_size, "%s: lab_entries has no %s, which lab.spec names. Add it to reference.c.",
                 path, spec->entries[i].name);
        lab_library_close(library);
        return false;
    }
    return true;
}

void lab_library_close(LabLibrary *library) {
    if (library->handle) dlclose(library->handle);
    library->handle = NULL;
    library->entries = NULL;
}

const LabEntry *lab_library_find(const LabLibrary *library, const char *entry) {
    for (const LabEntry *e = library->entries; e->entry; e++)
        if (!strcmp(e->entry, entry)) return e;
    return NULL;
}

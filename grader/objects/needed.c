// Which shared objects a program asks the loader for.
#include <elf.h>

#include "grader/objects/elf.h"

bool elf_needs(const FileImage *image, const char *prefix, char *name, size_t name_size) {
    Bytes dynamic, names;
    if (!elf_section(image, ".dynamic", &dynamic) || !elf_section(image, ".dynstr", &names)) return false;
    for (;;) {
        const uint64_t tag = bytes_number(&dynamic, 8), value = bytes_number(&dynamic, 8);
        if (dynamic.bad || tag == DT_NULL) return false;
        Bytes rest = names;
        if (tag != DT_NEEDED || !bytes_take(&rest, value)) continue;
        const char *needed = bytes_string(&rest);
        if (!needed || strncmp(needed, prefix, strlen(prefix)) != 0 || strlen(needed) >= name_size) continue;
        strcpy(name, needed);
        return true;
    }
}

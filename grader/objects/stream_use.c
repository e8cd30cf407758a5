// What a file's calls say about streams, from the names that it asks the loader for.
#include <string.h>

#include "grader/objects/elf.h"

// Does a name in the dynamic string table begin with this one, or is it this one where `whole`?
static bool names_symbol(const FileImage *image, const char *name, bool whole) {
    Bytes names;
    if (!elf_section(image, ".dynstr", &names)) return false;
    for (const char *symbol; (symbol = bytes_string(&names));)
        if (whole ? strcmp(symbol, name) == 0 : strncmp(symbol, name, strlen(name)) == 0) return true;
    return false;
}

bool makes_streams(const FileImage *image) {
    return names_symbol(image, "cudaStreamCreate", false);
}

// Translation units may differ. Where one without the option uses the one default stream, all are taken to: that
// orders more. What nvcc links in for -rdc=true is such a unit, but has __cudaLaunchKernel alone.
bool has_per_thread_streams(const FileImage *image) {
    static const char *const plain[] = {"cudaLaunchKernel", "cudaMemcpy", "cudaMemcpyAsync", "cudaMemset",
                                        "cudaMemsetAsync"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (names_symbol(image, plain[i], true)) return false;
    return names_symbol(image, "cudaLaunchKernel_ptsz", true) ||
           names_symbol(image, "__cudaLaunchKernel_ptsz", true);
}

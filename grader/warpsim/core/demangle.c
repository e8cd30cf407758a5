// Names of kernels for people: reads the nested-name part of Itanium C++ mangling (section 5.1.2 of its ABI).
#include "grader/warpsim/core/demangle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *demangled_name(const char *mangled, char out[DEMANGLED_BYTES]) {
    if (strncmp(mangled, "_Z", 2) != 0) return mangled;
    const char *p = mangled + 2;
    const int nested = *p == 'N';
    size_t n = 0;
    out[0] = 0;
    if (nested) p++;
    if (*p == 'L') p++; // internal linkage
    while (isdigit((unsigned char)*p)) {
        char *end;
        const unsigned long length = strtoul(p, &end, 10);
        if (length == 0 || length > strlen(end)) return mangled;
        const int anonymous = length >= 11 && strncmp(end, "_GLOBAL__N_", 11) == 0;
        if (!anonymous)
            n += (size_t)snprintf(out + n, DEMANGLED_BYTES - n, "%s%.*s", n ? "::" : "",
                                  (int)(length < 120 ? length : 120), end);
        if (n >= DEMANGLED_BYTES) return mangled;
        p = end + length;
        if (!nested) break;
    }
    return n ? out : mangled;
}

// Names of kernels for people: C++ names without their mangling.
#ifndef WARPBOOK_DEMANGLE_H
#define WARPBOOK_DEMANGLE_H

#include <stddef.h>

// The plain name of a function, qualified but without parameters: "stencil_kernel", "ns::f". A name that is
// not mangled, or in a way that this does not read, comes back as it is; else the result is in `out`.
enum { DEMANGLED_BYTES = 256 };
const char *demangled_name(const char *mangled, char out[DEMANGLED_BYTES]);

// The name with arguments of templates and with parameters, so that no two functions of a program share it but those that
// are local to different files: "scale<float, 4>(float*, int)". What is returned is left out. A name that is not
// mangled, or in a way that this does not read, or does not fit `size` bytes, comes back as it is.
enum { SIGNATURE_BYTES = 1024 };
const char *demangled_signature(const char *mangled, char *out, size_t size);

#endif

// Names of kernels for people: C++ names without their mangling.
#ifndef WARPBOOK_DEMANGLE_H
#define WARPBOOK_DEMANGLE_H

// The plain name of a function, qualified but without parameters: "stencil_kernel", "ns::f". A name that is
// not mangled, or in a way that this does not read, comes back as it is; else the result is in `out`.
enum { DEMANGLED_BYTES = 256 };
const char *demangled_name(const char *mangled, char out[DEMANGLED_BYTES]);

#endif

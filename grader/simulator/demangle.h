// Names of kernels for people: C++ names without their mangling.
#ifndef WARPBOOK_DEMANGLE_H
#define WARPBOOK_DEMANGLE_H

// The plain name of a function, qualified but without parameters: "stencil_kernel", "ns::f". A name that is
// not mangled, or in a way that this does not read, comes back as it is. The text lasts until the next call.
const char *demangled_name(const char *mangled);

#endif

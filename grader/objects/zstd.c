// libzstd at run time: nobody needs it to build, and without it files are asked to be built with -no-compress.
#include "grader/objects/zstd.h"

#include <dlfcn.h>

// zstd.h: ZSTD_decompress, ZSTD_isError.
typedef size_t Decompress(void *to, size_t room, const void *from, size_t size);
typedef unsigned IsError(size_t code);

static Decompress *decompress;
static IsError *is_error;

bool zstd_is_here(void) {
    static bool looked;
    if (looked) return decompress && is_error;
    looked = true;
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    decompress = (Decompress *)dlsym(library, "ZSTD_decompress");
    is_error = (IsError *)dlsym(library, "ZSTD_isError");
    return decompress && is_error;
}

bool zstd_unpack(Bytes frame, char *out, size_t size) {
    if (!zstd_is_here()) return false;
    const size_t unpacked = decompress(out, size, frame.next, bytes_left(&frame));
    return !is_error(unpacked) && unpacked == size;
}

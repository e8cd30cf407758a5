// The files and directories that exist inside a jail.
#ifndef WARPBOOK_JAIL_PATHS_H
#define WARPBOOK_JAIL_PATHS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { PATH_LINK, PATH_DEVICE, PATH_READ, PATH_WRITE } JailPathUse;

typedef struct {
    char *path; // the same inside and outside; no part of it but a PATH_LINK itself is a symbolic link
    char *text; // PATH_LINK: what the link says
    JailPathUse use;
    bool is_directory;
} JailPath;

typedef struct {
    JailPath *items; // directories before what they contain
    int count;
} JailPaths;

// The system's libraries and programs, a few devices, `program`, `read_only` and `writable`, and the symbolic
// links on the way to them. Returns false with a sentence in `error` where one of the last three does not
// exist.
bool jail_paths_collect(JailPaths *paths, const char *program, const char *const *read_only,
                        const char *const *writable, char *error, size_t error_size);
void jail_paths_free(JailPaths *paths);

#endif

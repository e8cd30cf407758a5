// Unpacks an archive, by libarchive and in the jail: a reader of hostile files is an attacker's tool.
//
// The program starts itself once more, jailed, as `class --unpack FD BYTES`: it has the archive as a descriptor
// and nothing else, and writes what it finds to standard output, a record and its bytes each. Whatever that
// process says is believed as far as a file's name and bytes: all lengths are checked again on this side.
#ifndef WARPBOOK_CLASS_UNPACK_H
#define WARPBOOK_CLASS_UNPACK_H

#include <stdint.h>

#include "grader/class/entry.h"

enum { UNPACK_MAGIC = 0x57425550, UNPACK_PATH = 4096 };

// A record on the pipe; then follow path_size bytes of the path and data_size bytes of the file.
typedef struct {
    uint32_t magic, kind; // an EntryKind
    uint32_t path_size, data_size;
    uint64_t size;
    int64_t time;
} UnpackRecord;

typedef struct {
    int entries;    // at most so many
    uint64_t bytes; // of all files together, as far as they are wanted
    int seconds;    // of processor time
} UnpackLimits;

// Adds what is in the archive behind `fd` to `entries`, each path behind `prefix` and a '/'. Where the archive
// cannot be read to its end, or has lost it, one more entry says so, ENTRY_BROKEN with the path `prefix`; what came before it
// stays. `fd` is from 3 to 255, and left open. `added`, where it is not NULL, is called for each entry as it comes, and may
// add others behind it.
void unpack(Entries *entries, int fd, const char *prefix, const UnpackLimits *limits,
            void (*added)(Entries *entries, int at));

// The jailed side. Returns the exit status.
int unpack_here(int fd, uint64_t bytes);

#endif

// A file that was handed in, wherever it lay: in a folder, in an archive, in an archive of an archive.
#ifndef WARPBOOK_CLASS_ENTRY_H
#define WARPBOOK_CLASS_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    ENTRY_FILE, // `data` holds the bytes, where they are wanted (see entry_wanted)
    ENTRY_FOLDER,
    ENTRY_LINK,   // a link, device or the like: never followed
    ENTRY_LARGE,  // more bytes than such a file may have; `data` is NULL
    ENTRY_BROKEN, // an archive that cannot be read; `problem` says why
} EntryKind;

typedef struct {
    char *path; // parts joined by '/', an archive's name being one of them; printable UTF-8
    EntryKind kind;
    uint64_t size; // bytes, as far as they are known
    int64_t time;  // of the last change, as an archive keeps it, seconds since 1970; 0: not known
    char *data;    // NULL: not wanted
    char *problem; // of a broken archive: one sentence
} Entry;

typedef struct {
    Entry *items;
    int count;
} Entries;

enum {
    SOURCE_BYTES = 1 << 20,   // the largest .cu file
    ARCHIVE_BYTES = 64 << 20, // the largest archive inside another one, and what all it holds may come to
    ARCHIVE_ENTRIES = 5000,   // in an archive that a student handed in
    ARCHIVE_DEPTH = 3         // archives inside each other, the whole class's not counted
};

// How many bytes of a file of this name are of interest, 0 for none: sources, archives, and the notes that
// course systems put beside them.
size_t entry_wanted(const char *name);

bool is_archive_name(const char *name);

// The part behind the last '/'.
const char *entry_name(const char *path);

// Does the name end so, whatever its capitals?
bool ends_with(const char *name, const char *ending);

// What operating systems and version control leave in archives, and no student means to hand in.
bool is_clutter(const char *path);

// Takes over what the entry points to.
void entries_add(Entries *entries, Entry entry);
void entries_free(Entries *entries);

#endif

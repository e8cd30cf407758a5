// Which files of a hand-in are looked at.
#include "grader/class/entry.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/stop.h"

bool ends_with(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && !strcasecmp(name + length - tail, ending);
}

static bool ends_with_any(const char *name, const char *const *endings) {
    for (; *endings; endings++)
        if (ends_with(name, *endings)) return true;
    return false;
}

bool is_archive_name(const char *name) {
    static const char *const endings[] = {".zip",    ".tar", ".tar.gz",  ".tgz", ".tar.bz2", ".tbz2",
                                          ".tar.xz", ".txz", ".tar.zst", ".7z",  ".rar",     NULL};
    return ends_with_any(name, endings);
}

size_t entry_wanted(const char *name) {
    static const char *const sources[] = {".cu", ".cu.txt", NULL}, *const notes[] = {".yml", ".txt", NULL};
    if (ends_with_any(name, sources)) return SOURCE_BYTES;
    if (is_archive_name(name)) return ARCHIVE_BYTES;
    return ends_with_any(name, notes) ? SOURCE_BYTES * 8 : 0;
}

const char *entry_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// One part of a path, up to `length`.
static bool clutter_part(const char *part, size_t length) {
    static const char *const names[] = {"__MACOSX",  ".git",        ".svn",     ".vscode",
                                        "Thumbs.db", "desktop.ini", ".DS_Store"};
    if (length > 2 && part[0] == '.' && part[1] == '_') return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && !strncasecmp(part, names[i], length)) return true;
    return false;
}

bool is_clutter(const char *path) {
    for (size_t length; *path; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        if (clutter_part(path, length)) return true;
    }
    return false;
}

void entries_add(Entries *entries, Entry entry) {
    if ((entries->count & (entries->count - 1)) == 0) // full: twice the room
        entries->items =
            more_memory(entries->items, entries->count ? (size_t)entries->count * 2 : 1, sizeof entry);
    entries->items[entries->count++] = entry;
}

void entries_free(Entries *entries) {
    for (int i = 0; i < entries->count; i++) {
        free(entries->items[i].path);
        free(entries->items[i].data);
        free(entries->items[i].problem);
    }
    free(entries->items);
    *entries = (Entries){0};
}

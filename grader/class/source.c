// Walks a folder or an archive of hand-ins.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create, O_PATH
#endif
#include "grader/class/source.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/stop.h"
#include "grader/class/unpack.h"
#include "grader/session/link.h"
#include "grader/text/clean.h"

// Reads a regular file of at most `most` bytes; a link in its place is not followed.
static char *read_regular(const char *path, size_t most, size_t *size) {
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    char *data = NULL;
    *size = 0;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (size_t)info.st_size <= most) {
        data = take_memory((size_t)info.st_size + 1, 1);
        for (ssize_t part; *size < (size_t)info.st_size; *size += (size_t)part)
            if ((part = read(fd, data + *size, (size_t)info.st_size - *size)) <= 0) break;
    }
    if (fd >= 0) close(fd);
    return data;
}

// The file's own time is left aside: that is when somebody unpacked or copied it, and not when it was handed in.
static void add_file(Entries *entries, const FTSENT *found, size_t root_length) {
    const char *path = found->fts_path + root_length + (found->fts_path[root_length] == '/');
    char *shown = take_memory(4 * strlen(path) + 1, 1);
    clean_text(shown, 4 * strlen(path) + 1, path, strlen(path));
    Entry entry = {.path = shown, .size = (uint64_t)found->fts_statp->st_size};
    size_t wanted = entry_wanted(path), size;
    if (found->fts_info == FTS_D)
        entry.kind = ENTRY_FOLDER;
    else if (found->fts_info != FTS_F)
        entry.kind = ENTRY_LINK;
    else if (wanted && entry.size > wanted)
        entry.kind = ENTRY_LARGE;
    else if (wanted) {
        entry.data = read_regular(found->fts_accpath, wanted, &size);
        entry.size = size;
        if (!entry.data)
            entry.kind = ENTRY_BROKEN, entry.problem = new_text("it cannot be read: %s", strerror(errno));
    }
    entries_add(entries, entry);
}

static void give_up(Entry *archive, char *problem) {
    archive->kind = ENTRY_BROKEN;
    archive->problem = problem;
    free(archive->data);
    archive->data = NULL;
}

// Puts what is in the archive entries[at] behind all others, and takes what it held and how long that took off
// *left; the archive's own bytes are given back.
static void open_nested(Entries *entries, int at, UnpackLimits *left) {
    Entry *archive = &entries->items[at];
    int fd = memfd_create("archive", MFD_CLOEXEC), before = entries->count;
    size_t written = 0;
    double start = clock_seconds();
    for (ssize_t part; fd >= 0 && written < archive->size; written += (size_t)part)
        if ((part = write(fd, archive->data + written, archive->size - written)) <= 0) break;
    if (fd < 0 || written < archive->size) stop("%s cannot be unpacked: %s.", archive->path, strerror(errno));
    free(archive->data);
    archive->data = NULL;
    char *path = new_text("%s", archive->path);
    unpack(entries, fd, path, left, NULL);
    free(path);
    close(fd);
    left->entries -= entries->count - before;
    left->seconds -= (int)(clock_seconds() - start);
    for (int i = before; i < entries->count; i++)
        if (entries->items[i].data) left->bytes -= entries->items[i].size;
}

// What is wanted of some systems' own files only: elsewhere it would fill the memory.
static void drop_unread(Entry *entry) {
    const char *name = entry_name(entry->path);
    if (ends_with(name, ".cu") || ends_with(name, ".cu.txt") || strstr(name, "_attempt_") ||
        !strcmp(name, "submission_metadata.yml"))
        return;
    free(entry->data);
    entry->data = NULL;
}

// Opens what a student handed in as an archive, and the archives in it, within one set of limits for all.
static void open_hand_in(Entries *entries, int at) {
    UnpackLimits left = {.entries = ARCHIVE_ENTRIES, .bytes = ARCHIVE_BYTES, .seconds = 20};
    int from = entries->count;
    open_nested(entries, at, &left);
    for (int depth = 1; depth <= ARCHIVE_DEPTH; depth++) {
        int to = entries->count;
        for (int i = from; i < to; i++) {
            if (!entries->items[i].data || !is_archive_name(entries->items[i].path)) continue;
            if (depth == ARCHIVE_DEPTH)
                give_up(&entries->items[i],
                        new_text("archives lie more than %d deep in each other", ARCHIVE_DEPTH));
            else if (left.entries <= 0 || left.seconds <= 0)
                give_up(&entries->items[i],
                        new_text("the archives in it hold too much together, and were given up"));
            else
                open_nested(entries, i, &left);
        }
        from = to;
    }
    for (int i = at + 1; i < entries->count; i++) drop_unread(&entries->items[i]);
}

// At once, so that its bytes can go: those of a whole class may be more than memory has.
static void open_if_archive(Entries *entries, int at) {
    if (entries->items[at].data && is_archive_name(entries->items[at].path)) open_hand_in(entries, at);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

// `out`, where results go, may lie in it and is no student's.
static void read_folder(Entries *entries, const char *folder, const char *out) {
    char *const paths[] = {(char *)folder, NULL};
    FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    size_t length = strlen(folder);
    if (!walk) stop("%s cannot be read: %s.", folder, strerror(errno));
    for (FTSENT *found; (found = fts_read(walk));) {
        if (found->fts_info == FTS_D && found->fts_level > 0 &&
            (is_clutter(found->fts_name) || !strcmp(found->fts_path, out)))
            fts_set(walk, found, FTS_SKIP);
        else if (found->fts_info == FTS_DNR)
            stop("%s cannot be read: %s. Make it readable, and type the same command again.", found->fts_path,
                 strerror(found->fts_errno));
        else if (found->fts_level > 0 && found->fts_info != FTS_DP) {
            add_file(entries, found, length);
            open_if_archive(entries, entries->count - 1);
        }
    }
    fts_close(walk);
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const Entry *)a)->path, ((const Entry *)b)->path);
}

static void drop_clutter(Entries *entries) {
    int kept = 0;
    for (int i = 0; i < entries->count; i++) {
        Entry *entry = &entries->items[i];
        if (!is_clutter(entry->path)) {
            entries->items[kept++] = *entry;
            continue;
        }
        free(entry->path);
        free(entry->data);
        free(entry->problem);
    }
    entries->count = kept;
}

static const char *what_to_do(const char *problem) {
    if (strstr(problem, "assphrase") || strstr(problem, "ncrypt"))
        return "Nothing was graded. It is locked with a password: unpack it with that by hand, and name the folder.";
    return "Nothing was graded. Download it again from the course system, and type the same command; or unpack it by hand, see that everybody is in "
           "it, and name the folder.";
}

void refuse_broken_export(const Entries *entries, const char *source) {
    const Entry *broken = NULL;
    for (int i = 0; i < entries->count && !broken; i++)
        if (entries->items[i].kind == ENTRY_BROKEN && !strchr(entries->items[i].path, '/'))
            broken = &entries->items[i];
    const size_t length = broken ? strlen(broken->path) : 0;
    for (int i = 0; i < entries->count && broken; i++) {
        const char *path = entries->items[i].path;
        if (strncmp(path, broken->path, length) || (path[length] && path[length] != '/')) broken = NULL;
    }
    if (broken)
        stop("%s/%s, all that lies there, cannot be unpacked: %s. %s", source, broken->path, broken->problem,
             what_to_do(broken->problem));
}

void source_read(Entries *entries, const char *source, const char *out) {
    // No limit for all together but that of time: each hand-in has its own.
    const UnpackLimits limits = {.entries = 1000000, .bytes = (uint64_t)1 << 40, .seconds = 600};
    int fd = open(source, O_RDONLY | O_CLOEXEC);
    struct stat info;
    *entries = (Entries){0};
    if (fd < 0 || fstat(fd, &info) != 0)
        stop("%s cannot be read: %s. Name the folder or the archive that the course system exports.", source,
             strerror(errno));
    if (S_ISDIR(info.st_mode)) {
        char *folder = realpath(source, NULL);
        read_folder(entries, folder ? folder : source, out);
        free(folder);
    } else {
        if (ends_with(source, ".cu"))
            stop("%s is one student's file, not a class. Grade it with: ./grade LAB %s --strangers", source,
                 source);
        if (ends_with(source, ".csv"))
            stop(
                "%s is a table. The list of students goes behind --roster; SOURCE is the folder or the archive of what was "
                "handed in.",
                source);
        unpack(entries, fd, "", &limits, open_if_archive);
        const Entry *last = entries->count ? &entries->items[entries->count - 1] : NULL;
        if (last && last->kind == ENTRY_BROKEN && !last->path[0])
            stop("%s (%lld bytes) cannot be unpacked: %s. %s", source, (long long)info.st_size, last->problem,
                 what_to_do(last->problem));
    }
    close(fd);
    drop_clutter(entries);
    qsort(entries->items, (size_t)entries->count, sizeof *entries->items, by_path);
}

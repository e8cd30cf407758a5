// Collects the files and directories that a jail shows to its program.
//
// A path is followed link by link. Each link becomes a link inside, and what it leads to is shown where it
// really is: nothing then has to be mounted through a link, which would lead elsewhere while the jail is
// being built.
#define _GNU_SOURCE
#include "grader/jail/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40 }; // as in the kernel

// What compilers and dynamically linked programs need; what a machine lacks is left out.
static const char *const system_paths[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
    "/nix/store",
    "/gnu/store",
    NULL,
};

static const char *const device_paths[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};

// ---- The list -------------------------------------------------------------------------------------------

// Whether `path` is `directory` or below it.
static bool is_below(const char *path, const char *directory) {
    size_t size = strlen(directory);
    return strncmp(path, directory, size) == 0 && (path[size] == '/' || path[size] == '\0' || size == 1);
}

// Whether what is in the list shows `path` for this use.
static bool is_shown(const JailPaths *paths, const char *path, JailPathUse use) {
    for (int i = 0; i < paths->count; i++) {
        const JailPath *item = &paths->items[i];
        if (item->use == use && strcmp(item->path, path) == 0) return true;
        if (use != PATH_WRITE && item->use == PATH_READ && is_below(path, item->path)) return true;
    }
    return false;
}

// Returns false with errno.
static bool add_path(JailPaths *paths, const char *path, const char *text, JailPathUse use,
                     bool is_directory) {
    if (is_shown(paths, path, use)) return true;
    JailPath *items = realloc(paths->items, ((size_t)paths->count + 1) * sizeof *items);
    if (!items) return false;
    paths->items = items;
    JailPath item = {strdup(path), text ? strdup(text) : NULL, use, is_directory};
    if (!item.path || (text && !item.text)) {
        free(item.path);
        free(item.text);
        return false;
    }
    items[paths->count++] = item;
    return true;
}

static int compare_paths(const void *left, const void *right) {
    const JailPath *a = left, *b = right;
    int order = strcmp(a->path, b->path);
    return order ? order : (int)a->use - (int)b->use;
}

// ---- Following a path -----------------------------------------------------------------------------------

typedef struct {
    char done[PATH_MAX]; // where it has led so far: no links, no slash at the end
    char rest[PATH_MAX]; // what is still to be followed
    int links;
} Walk;

static bool fail(int error) {
    errno = error;
    return false;
}

// Moves the first name of `rest` into `name`. Returns false at the end.
static bool next_name(Walk *walk, char name[NAME_MAX + 1]) {
    const char *start = walk->rest + strspn(walk->rest, "/");
    size_t size = strcspn(start, "/");
    if (size == 0 || size > NAME_MAX) return false;
    memcpy(name, start, size);
    name[size] = '\0';
    memmove(walk->rest, start + size, strlen(start + size) + 1);
    return true;
}

// Goes on at what the link `done` says.
static bool follow_link(JailPaths *paths, Walk *walk) {
    char text[PATH_MAX], rest[PATH_MAX];
    ssize_t size = readlink(walk->done, text, sizeof text - 1);
    if (size <= 0) return false;
    text[size] = '\0';
    if (++walk->links > LINKS_MAX) return fail(ELOOP);
    if (!add_path(paths, walk->done, text, PATH_LINK, false)) return false;

    if (snprintf(rest, sizeof rest, "%s/%s", text, walk->rest) >= (int)sizeof rest) return fail(ENAMETOOLONG);
    strcpy(walk->rest, rest);
    *(text[0] == '/' ? walk->done : strrchr(walk->done, '/')) = '\0';
    return true;
}

// Adds `path` and the links on the way to it. Returns false with errno.
static bool add_followed(JailPaths *paths, const char *path, JailPathUse use) {
    Walk walk = {0};
    struct stat info = {.st_mode = S_IFDIR};
    char name[NAME_MAX + 1];
    if (path[0] != '/') return fail(EINVAL);
    if (strlen(path) >= sizeof walk.rest) return fail(ENAMETOOLONG);
    strcpy(walk.rest, path);
    while (next_name(&walk, name)) {
        size_t size = strlen(walk.done);
        if (strcmp(name, ".") == 0) continue;
        if (strcmp(name, "..") == 0) {
            if (size) *strrchr(walk.done, '/') = '\0';
            continue;
        }
        if (size + strlen(name) + 2 > sizeof walk.done) return fail(ENAMETOOLONG);
        sprintf(walk.done + size, "/%s", name);
        if (lstat(walk.done, &info) != 0) return false;
        if (S_ISLNK(info.st_mode) && !follow_link(paths, &walk)) return false;
    }
    if (walk.done[0] == '\0') return fail(EISDIR); // the whole root is never shown
    if (stat(walk.done, &info) != 0) return false;
    return add_path(paths, walk.done, NULL, use, S_ISDIR(info.st_mode));
}

// ---- All of them ----------------------------------------------------------------------------------------

// Adds those that exist.
static bool add_existing(JailPaths *paths, const char *const *list, JailPathUse use) {
    for (; *list; list++)
        if (!add_followed(paths, *list, use) && errno != ENOENT) return false;
    return true;
}

static bool add_listed(JailPaths *paths, const char *const *list, JailPathUse use, char *error,
                       size_t error_size) {
    for (; list && *list; list++) {
        if (add_followed(paths, *list, use)) continue;
        snprintf(error, error_size, "%s cannot be shown to the program in its jail: %s.", *list,
                 strerror(errno));
        return false;
    }
    return true;
}

bool jail_paths_collect(JailPaths *paths, const char *program, const char *const *read_only,
                        const char *const *writable, char *error, size_t error_size) {
    *paths = (JailPaths){0};
    const char *const programs[] = {program, NULL};
    if (!add_existing(paths, system_paths, PATH_READ) || !add_existing(paths, device_paths, PATH_DEVICE)) {
        snprintf(error, error_size, "The jail cannot list the system's libraries: %s.", strerror(errno));
        jail_paths_free(paths);
        return false;
    }
    if (!add_listed(paths, programs, PATH_READ, error, error_size) ||
        !add_listed(paths, read_only, PATH_READ, error, error_size) ||
        !add_listed(paths, writable, PATH_WRITE, error, error_size)) {
        jail_paths_free(paths);
        return false;
    }
    qsort(paths->items, (size_t)paths->count, sizeof *paths->items, compare_paths);
    return true;
}

void jail_paths_free(JailPaths *paths) {
    for (int i = 0; i < paths->count; i++) {
        free(paths->items[i].path);
        free(paths->items[i].text);
    }
    free(paths->items);
    *paths = (JailPaths){0};
}

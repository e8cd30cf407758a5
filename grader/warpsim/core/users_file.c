// Is a source file the user's own, or one of the toolkit or the system? What a finding names should be the former.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grader/warpsim/warpsim.h"

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_system_folder(const char *path) {
    static const char *const folders[] = {"/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (starts_with(path, folders[i])) return true;
    return false;
}

static bool starts_with_one_of(const char *text, const char *const *starts) {
    while (*starts && !starts_with(text, *starts)) starts++;
    return *starts != NULL;
}

// What stands in an include folder of the toolkit, or of the compiler, and in no other.
static bool is_known_name(const char *in_folder) {
    static const char *const names[] = {"cub/", "thrust/", "cuda/std/",          "cuda/__",   "cccl/",
                                        "crt/", "c++/",    "cooperative_groups", "nv/target", NULL};
    return starts_with_one_of(in_folder, names);
}

// What might be another's, too, but is not where the folder is no longer there to be looked at.
static bool is_usual_name(const char *in_folder) {
    static const char *const names[] = {"cuda_",    "device_", "sm_", "math_functions", "vector_", "texture_",
                                        "surface_", "mma",     NULL};
    return starts_with_one_of(in_folder, names);
}

// What an include folder is: the toolkit's, which says so by a header of the runtime; another; not on this machine.
typedef enum { FOLDER_TOOLKIT, FOLDER_OTHER, FOLDER_GONE } FolderKind;

// Of the first `length` bytes of the path. The last answer is kept: neighbouring instructions ask the same.
static FolderKind kind_of_folder(const char *path, size_t length) {
    enum { ROOM = 1024 };
    static _Thread_local char known[ROOM];
    static _Thread_local FolderKind kind;
    char folder[ROOM], header[ROOM + 32];
    if (path[0] != '/' || length >= ROOM) return FOLDER_OTHER;
    memcpy(folder, path, length);
    folder[length] = 0;
    if (strcmp(folder, known) == 0) return kind;
    snprintf(header, sizeof header, "%scuda_runtime_api.h", folder);
    kind = access(header, F_OK) == 0   ? FOLDER_TOOLKIT
           : access(folder, F_OK) == 0 ? FOLDER_OTHER
                                       : FOLDER_GONE;
    memcpy(known, folder, length + 1);
    return kind;
}

bool warpsim_is_users_file(const char *path) {
    static const char include[] = "/include/";
    if (!path || is_system_folder(path)) return false;
    for (const char *at = path; (at = strstr(at, include)); at++) {
        const char *in_folder = at + sizeof include - 1;
        if (is_known_name(in_folder)) return false;
        const FolderKind kind = kind_of_folder(path, (size_t)(in_folder - path));
        if (kind == FOLDER_TOOLKIT || (kind == FOLDER_GONE && is_usual_name(in_folder))) return false;
    }
    return true;
}

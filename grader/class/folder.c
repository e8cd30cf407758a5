// Makes and holds the folder of a class.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // nftw
#endif
#include "grader/class/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/stop.h"

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

void remove_folder(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void make(const char *path) {
    struct stat info;
    if (mkdir(path, 0700) && errno != EEXIST) stop("%s cannot be made: %s.", path, strerror(errno));
    if (stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        stop("%s is a file. Name a folder after --out.", path);
}

char *folder_make(const char *out, const char *name) {
    char *path = new_text("%s/%s", out, name);
    make(path);
    return path;
}

// The lock goes with the process that has it, however that ends.
static void hold(const char *out) {
    char *path = new_text("%s/lock", out);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) stop("%s cannot be written: %s.", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB))
        stop(
            "Another ./grade class is at work in %s. Wait until it has ended, or name another folder after --out.",
            out);
    free(path);
}

void folder_open(const char *out, char *absolute, size_t size) {
    make(out);
    char *path = realpath(out, NULL);
    if (!path || strlen(path) >= size)
        stop("%s cannot be used: %s.", out, path ? "its path is too long" : strerror(errno));
    snprintf(absolute, size, "%s", path);
    hold(path);
    char *work = folder_make(path, "work");
    remove_folder(work);
    free(folder_make(path, "work"));
    free(folder_make(path, "files"));
    free(folder_make(path, "results"));
    free(work);
    free(path);
}

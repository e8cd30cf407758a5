// Makes and holds the folder of a class.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // nftw
#endif
#include "grader/class/folder.h"

#include <dirent.h>
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

#include "grader/class/entry.h"
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
    if (fd < 0 && errno == EACCES)
        stop(
            "%s is another user's: results are private to whoever grades. Have them let your group in, chgrp -R GROUP %s; chmod -R g+rwX %s, or "
            "grade into a folder of your own (docs/instructors.md, \"Several teachers\").",
            out, out, out);
    if (fd < 0) stop("%s cannot be written: %s.", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB))
        stop(
            "Another ./grade class is at work in %s. Wait until it has ended, or name another folder after --out.",
            out);
    free(path);
}

// Has a class been graded here, or was a command killed before it had a journal?
static bool is_a_class(const char *out) {
    static const char sqlite[] = "SQLite format 3";
    char begins[sizeof sqlite] = "", *path = new_text("%s/class.db", out);
    FILE *journal = fopen(path, "r");
    const size_t length = journal ? fread(begins, 1, sizeof begins, journal) : 0;
    const bool is_journal = journal && (!length || !memcmp(begins, sqlite, sizeof sqlite));
    if (journal) fclose(journal);
    free(path);
    if (is_journal)
        return true; // where it has no such beginning, and our lock lies beside it, it is a damaged one
    struct stat lock;
    path = new_text("%s/lock", out);
    const bool was_begun = !stat(path, &lock) && S_ISREG(lock.st_mode) && !lock.st_size;
    free(path);
    return was_begun;
}

// What has the name of one of our files would be replaced, and folders such as work/ and feedback/ be emptied.
static void refuse_others_files(const char *out) {
    char first[sizeof((struct dirent *)NULL)->d_name] = "";
    DIR *folder = opendir(out);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const bool is_own = strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
                            strcmp(entry->d_name, "lost+found") && !is_clutter(entry->d_name);
        if (is_own && (!*first || strcmp(entry->d_name, first) < 0)) strcpy(first, entry->d_name);
    }
    if (folder) closedir(folder);
    if (*first && !is_a_class(out))
        stop(
            "--out %s has files in it (%s), and no class was graded there: results could replace them. Name a new folder "
            "for the results, or move these files to another place.",
            out, first);
}

void folder_open(const char *out, char *absolute, size_t size) {
    make(out);
    refuse_others_files(out);
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

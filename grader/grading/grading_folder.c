// Makes and removes the folders of gradings.
//
// A folder in use is locked by an open file: the kernel opens the lock when its owner ends, however that
// happens, and whatever number the owner has in which container. What can be locked is therefore nobody's.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // nftw, mkdtemp
#endif
#include "grader/grading/grading_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define PREFIX "warpbook-grading-"
enum { ATTEMPTS = 100, OPEN_AT_A_TIME = 16 };

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

static void remove_tree(const char *path) {
    nftw(path, remove_one, OPEN_AT_A_TIME, FTW_DEPTH | FTW_PHYS);
}

// Is the folder behind `fd` still the one of that name? Another grading may have taken it for a leftover
// before it was locked.
static bool still_there(int fd, const char *path) {
    struct stat opened, named;
    return fstat(fd, &opened) == 0 && lstat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

// Opens and locks a folder of this user. -1 with errno: EWOULDBLOCK where another grading has it.
static int lock_folder(const char *path) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), error = errno;
    if (fd < 0) return -1;
    if (fstat(fd, &info) == 0 && info.st_uid == geteuid()) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && still_there(fd, path)) return fd;
        error = still_there(fd, path) ? errno : EWOULDBLOCK;
    }
    close(fd);
    errno = error;
    return -1;
}

static void remove_leftovers(const char *base) {
    DIR *list = opendir(base);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        char path[PATH_SIZE];
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX))) continue;
        if (snprintf(path, sizeof path, "%s/%s", base, entry->d_name) >= (int)sizeof path) continue;
        int lock = lock_folder(path);
        if (lock < 0) continue;
        remove_tree(path);
        close(lock);
    }
    if (list) closedir(list);
}

// Where a file system has no locks, the folder has none, and only its owner removes it.
static bool take_folder(GradingFolder *folder) {
    folder->lock = lock_folder(folder->path);
    return folder->lock >= 0 || (errno != EWOULDBLOCK && errno != ENOENT);
}

// False with errno.
static bool make_in(GradingFolder *folder, const char *base) {
    remove_leftovers(base);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (snprintf(folder->path, sizeof folder->path, "%s/" PREFIX "XXXXXX", base) >=
            (int)sizeof folder->path) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (!mkdtemp(folder->path)) return false;
        if (take_folder(folder)) return true;
    }
    errno = EAGAIN;
    return false;
}

// nvcc does not quote the names of its temporary files.
static const char *temporary_base(void) {
    const char *chosen = getenv("TMPDIR");
    return chosen && chosen[0] == '/' && !chosen[strcspn(chosen, " \t\n\"'`$&|;<>()\\*?[]#~%!")] ? chosen
                                                                                                 : "/tmp";
}

bool grading_folder_make(GradingFolder *folder, const Project *project, char *error, size_t error_size) {
    char base[PATH_SIZE];
    folder->lock = -1;
    project_path(project, base, "build", NULL);
    mkdir(base, 0777);
    project_path(project, base, "build", "tmp", NULL);
    mkdir(base, 0777);
    if (make_in(folder, base)) return true;
    // A shared installation is not to be written to; with a full disk another one is not looked for.
    bool may_not = errno == EACCES || errno == EROFS || errno == ENOENT || errno == EPERM;
    if (may_not) snprintf(base, sizeof base, "%s", temporary_base());
    if (may_not && make_in(folder, base)) return true;
    snprintf(error, error_size, "No folder can be made in %.500s: %s. %s", base, strerror(errno),
             errno == ENOSPC || errno == EDQUOT ? "Make room on that disk, and grade again."
                                                : "Set TMPDIR to a folder that you may write to.");
    folder->path[0] = 0;
    return false;
}

void grading_folder_remove(GradingFolder *folder) {
    if (!folder->path[0]) return;
    remove_tree(folder->path);
    if (folder->lock >= 0) close(folder->lock);
    *folder = (GradingFolder){.lock = -1};
}

double grading_folder_room(const GradingFolder *folder) {
    struct statvfs disk;
    if (statvfs(folder->path, &disk) != 0) return 0;
    const bool no_files_left = disk.f_files && !disk.f_favail;
    return no_files_left ? 0 : (double)disk.f_bavail * (double)disk.f_frsize;
}

// Starts a program in new namespaces: alone, with its own small file system and without a network.
//
// The root is built on a tmpfs: what the jail shows is mounted there from the old root, which is then taken
// away.
#define _GNU_SOURCE
#include "grader/jail/calls.h"
#include "grader/jail/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    OTHER_NAMESPACES =
        CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP,
};

#define OLD_ROOT "/old"
#define NEW_ROOT "/new"
#define BASE     "/tmp" // exists everywhere; the tmpfs hides it until the old root is under OLD_ROOT

// ---- Users ----------------------------------------------------------------------------------------------

static void write_file(const JailPlan *plan, const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text)) start_failed(plan, "writing", path);
    close(fd);
}

// The user keeps its number: files have the same owner inside and outside.
static void map_user(const JailPlan *plan, uid_t uid, gid_t gid) {
    char line[64];
    write_file(plan, "/proc/self/setgroups", "deny");
    snprintf(line, sizeof line, "%u %u 1", uid, uid);
    write_file(plan, "/proc/self/uid_map", line);
    snprintf(line, sizeof line, "%u %u 1", gid, gid);
    write_file(plan, "/proc/self/gid_map", line);
}

// ---- The root -------------------------------------------------------------------------------------------

typedef struct { // struct mount_attr, which older systems do not declare
    uint64_t attr_set, attr_clr, propagation, userns_fd;
} MountAttributes;

typedef enum { PROTECT_TREE, PROTECT_DEVICE, PROTECT_ONE } Protection;

// Makes a mount read-only: with all mounts below it where the kernel can (Linux 5.12), one that is a device,
// or one mount alone.
static bool protect_mount(const char *path, Protection what) {
    enum { ATTRIBUTE_READ_ONLY = 1, ATTRIBUTE_NO_SUID = 2, ATTRIBUTE_NO_DEVICES = 4, RECURSIVE = 0x8000 };
    bool device = what == PROTECT_DEVICE;
    MountAttributes attributes = {.attr_set = ATTRIBUTE_READ_ONLY | ATTRIBUTE_NO_SUID |
                                              (device ? 0 : ATTRIBUTE_NO_DEVICES)};
    unsigned scope = what == PROTECT_ONE ? 0 : RECURSIVE;
    if (syscall(CALL_mount_setattr, AT_FDCWD, path, scope, &attributes, sizeof attributes) == 0) return true;

    struct statvfs info; // flags that the mount has may be locked, and have to be given again
    if (statvfs(path, &info) != 0) return false;
    unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | (device ? 0 : MS_NODEV);
    if (info.f_flag & ST_NODEV) flags |= MS_NODEV;
    if (info.f_flag & ST_NOEXEC) flags |= MS_NOEXEC;
    if (info.f_flag & ST_NOATIME) flags |= MS_NOATIME;
    if (info.f_flag & ST_NODIRATIME) flags |= MS_NODIRATIME;
    if (info.f_flag & ST_RELATIME) flags |= MS_RELATIME;
    return mount(NULL, path, NULL, flags, NULL) == 0;
}

// Makes the directories above `path`.
static bool make_parents(const char *path) {
    char part[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        if (mkdir(part, 0755) != 0 && errno != EEXIST && errno != EROFS) return false;
    }
    return true;
}

// Makes an empty directory or file to mount upon, where there is nothing yet.
static bool make_mount_point(const char *path, bool directory) {
    if (access(path, F_OK) == 0) return true;
    if (!make_parents(path)) return false;
    if (directory) return mkdir(path, 0755) == 0;
    int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

static void show_path(const JailPlan *plan, const JailPath *path) {
    char from[PATH_MAX + sizeof OLD_ROOT], to[PATH_MAX + sizeof NEW_ROOT];
    snprintf(from, sizeof from, "%s%s", OLD_ROOT, path->path);
    snprintf(to, sizeof to, "%s%s", NEW_ROOT, path->path);
    if (path->use == PATH_LINK) {
        if (!make_parents(to) || symlink(path->text, to) != 0) start_failed(plan, "linking", path->path);
        return;
    }
    if (!make_mount_point(to, path->is_directory)) start_failed(plan, "making a place for", path->path);
    if (mount(from, to, NULL, MS_BIND | MS_REC, NULL) != 0) start_failed(plan, "mounting", path->path);
    if (path->use == PATH_WRITE) return;
    if (!protect_mount(to, path->use == PATH_DEVICE ? PROTECT_DEVICE : PROTECT_TREE))
        start_failed(plan, "write-protecting", path->path);
}

// Puts the tmpfs where the root is, and the old root under OLD_ROOT.
static void enter_base(const JailPlan *plan) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        start_failed(plan, "making mounts private", "");
    if (mount("tmpfs", BASE, "tmpfs", MS_NOSUID | MS_NODEV, "size=4m,mode=0755") != 0)
        start_failed(plan, "mounting a tmpfs", "");
    if (mkdir(BASE OLD_ROOT, 0755) != 0 || mkdir(BASE NEW_ROOT, 0755) != 0)
        start_failed(plan, "filling", BASE);
    if (syscall(SYS_pivot_root, BASE, BASE OLD_ROOT) != 0 || chdir("/") != 0)
        start_failed(plan, "changing the root", "");
}

// Makes NEW_ROOT the root and takes everything else away.
static void enter_new_root(const JailPlan *plan) {
    if (umount2(OLD_ROOT, MNT_DETACH) != 0) start_failed(plan, "unmounting the old root", "");
    if (chdir(NEW_ROOT) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 ||
        chdir("/") != 0)
        start_failed(plan, "entering the new root", "");
    if (!protect_mount("/", PROTECT_ONE)) start_failed(plan, "write-protecting", "/");
}

static void build_root(const JailPlan *plan) {
    enter_base(plan);
    if (mount(NEW_ROOT, NEW_ROOT, NULL, MS_BIND, NULL) != 0) start_failed(plan, "mounting the new root", "");
    for (int i = 0; i < plan->paths.count; i++) show_path(plan, &plan->paths.items[i]);
    // A container may forbid a new /proc; few programs miss it.
    if (mkdir(NEW_ROOT "/proc", 0755) == 0)
        mount("proc", NEW_ROOT "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL);
    enter_new_root(plan);
}

// ---- Processes ------------------------------------------------------------------------------------------

// Process 1 of the new pid namespace: when it ends, the kernel kills all others in there.
static _Noreturn void wait_for_program(pid_t program, int status_fd) {
    int status = 0;
    for (pid_t ended = 0; ended != program;) {
        ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR) _exit(1);
    }
    _exit(write(status_fd, &status, sizeof status) != sizeof status);
}

static _Noreturn void become_first(const JailPlan *plan, int status_fd, bool new_user, uid_t uid, gid_t gid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (new_user) map_user(plan, uid, gid);
    build_root(plan);
    pid_t program = fork();
    if (program < 0) start_failed(plan, "starting a process", "");
    if (program == 0) {
        close(status_fd);
        become_program(plan);
    }
    close_descriptors(0, (unsigned)status_fd - 1);
    close_descriptors((unsigned)status_fd + 1, ~0u);
    wait_for_program(program, status_fd);
}

pid_t start_in_namespaces(const JailPlan *plan, int status_fd) {
    uid_t uid = geteuid();
    gid_t gid = getegid();
    // Root may have the right to make namespaces where new users are forbidden.
    for (int new_user = 1; new_user >= 0; new_user--) {
        unsigned long flags = OTHER_NAMESPACES | (new_user ? CLONE_NEWUSER : 0) | SIGCHLD;
        pid_t pid = (pid_t)syscall(SYS_clone, flags, 0, 0, 0, 0);
        if (pid == 0) become_first(plan, status_fd, new_user, uid, gid);
        if (pid > 0) return pid;
    }
    return -1;
}

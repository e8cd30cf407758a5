// Restricts which files a process can reach with the Landlock security module.
//
// The kernel's interface is declared here: older systems have no <linux/landlock.h>, and a program built on
// one may run on a newer kernel.
#define _GNU_SOURCE
#include "grader/jail/calls.h"
#include "grader/jail/jail_internal.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { // rights
    RIGHT_EXECUTE = 1 << 0,
    RIGHT_WRITE_FILE = 1 << 1,
    RIGHT_READ_FILE = 1 << 2,
    RIGHT_READ_DIR = 1 << 3,
    RIGHT_TRUNCATE = 1 << 14,
    RIGHT_IOCTL_DEV = 1 << 15,
    RIGHTS_OF_FILES = RIGHT_EXECUTE | RIGHT_WRITE_FILE | RIGHT_READ_FILE | RIGHT_TRUNCATE | RIGHT_IOCTL_DEV,
};

enum {
    ASK_VERSION = 1,
    RULE_PATH_BENEATH = 1,
    NET_BIND_AND_CONNECT_TCP = 3,
    SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3,
};

typedef struct {
    uint64_t files, network, scoped;
} RulesetAttributes;

typedef struct {
    uint64_t allowed;
    int32_t parent_fd;
} __attribute__((packed)) PathBeneath;

// The version of the kernel's Landlock, 0: it has none.
static int landlock_version(void) {
    long version = syscall(CALL_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    return version < 0 ? 0 : (int)version;
}

bool landlock_works(void) {
    return landlock_version() >= 1;
}

// All rights over files that this version knows: 13, and then the ones that versions 2, 3 and 5 added.
static uint64_t known_rights(int version) {
    int count = 13 + (version >= 2) + (version >= 3) + (version >= 5);
    return (UINT64_C(1) << count) - 1;
}

static int create_ruleset(int version) {
    RulesetAttributes attributes = {known_rights(version), NET_BIND_AND_CONNECT_TCP,
                                    SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS};
    // A kernel refuses fields that are newer than itself.
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(CALL_landlock_create_ruleset, &attributes, size, 0);
}

static bool add_rule(int ruleset, const char *path, uint64_t rights) {
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return false;
    PathBeneath rule = {rights, fd};
    bool added = syscall(CALL_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0;
    close(fd);
    return added;
}

static uint64_t rights_of(const JailPath *path, uint64_t known) {
    uint64_t rights = RIGHT_READ_FILE | RIGHT_READ_DIR | RIGHT_EXECUTE;
    if (path->use == PATH_WRITE) rights = known;
    if (path->use == PATH_DEVICE) rights = RIGHT_READ_FILE | RIGHT_WRITE_FILE;
    return (path->is_directory ? rights : rights & RIGHTS_OF_FILES) & known;
}

bool landlock_restrict(const JailPaths *paths, bool own_proc) {
    int version = landlock_version();
    int ruleset = version ? create_ruleset(version) : -1;
    if (ruleset < 0) return false;
    bool complete = true;
    for (int i = 0; i < paths->count; i++) {
        const JailPath *path = &paths->items[i];
        if (path->use != PATH_LINK)
            complete &= add_rule(ruleset, path->path, rights_of(path, known_rights(version)));
    }
    if (own_proc) add_rule(ruleset, "/proc", RIGHT_READ_FILE | RIGHT_READ_DIR);
    complete = complete && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               syscall(CALL_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return complete;
}

// Keeps the installation's secret: 32 hexadecimal digits in a file that its owner alone can read.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // mkostemp
#endif
#include "grader/grading/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum { SECRET_READ, SECRET_NONE, SECRET_DAMAGED } Found;

static Found read_secret(Secret *secret, const char *path) {
    char digits[2 * SECRET_BYTES + 2] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return SECRET_NONE;
    ssize_t size = read(fd, digits, sizeof digits - 1);
    close(fd);
    if (size < 2 * SECRET_BYTES || strspn(digits, "0123456789abcdef") != 2 * SECRET_BYTES)
        return SECRET_DAMAGED;
    for (int i = 0; i < SECRET_BYTES; i++) {
        const char two[] = {digits[2 * i], digits[2 * i + 1], 0};
        secret->bytes[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    return SECRET_READ;
}

// Writes `secret` whole, and only where no other grading was faster: then that one's is read.
static Found make_secret(Secret *secret, const char *path) {
    char temporary[PATH_SIZE + 8], digits[2 * SECRET_BYTES + 2];
    for (int i = 0; i < SECRET_BYTES; i++) snprintf(digits + 2 * i, 3, "%02x", secret->bytes[i]);
    strcpy(digits + 2 * SECRET_BYTES, "\n");
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int fd = mkostemp(temporary, O_CLOEXEC); // mode 0600
    if (fd < 0) return SECRET_NONE;
    bool good = write(fd, digits, sizeof digits - 1) == sizeof digits - 1 && fsync(fd) == 0;
    good = close(fd) == 0 && good && (link(temporary, path) == 0 || errno == EEXIST);
    unlink(temporary);
    return good ? read_secret(secret, path) : SECRET_NONE;
}

// *path: in the home of whoever grades. False where there is none.
static bool home_path(char path[PATH_SIZE]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const bool chosen = state && state[0] == '/';
    if (!chosen && (!home || home[0] != '/')) return false;
    snprintf(path, PATH_SIZE, chosen ? "%s/" : "%s/.local/", chosen ? state : home);
    mkdir(path, 0700);
    if (!chosen) strncat(path, "state/", PATH_SIZE - strlen(path) - 1);
    mkdir(path, 0700);
    strncat(path, "warpbook/", PATH_SIZE - strlen(path) - 1);
    mkdir(path, 0700);
    strncat(path, "secret", PATH_SIZE - strlen(path) - 1);
    return true;
}

static Found find_secret(Secret *secret, const char *path) {
    Found found = read_secret(secret, path);
    return found == SECRET_NONE ? make_secret(secret, path) : found;
}

bool secret_load(Secret *secret, const Project *project, char *error, size_t error_size) {
    char path[PATH_SIZE];
    *secret = (Secret){.kept = true};
    if (getrandom(secret->bytes, SECRET_BYTES, 0) != SECRET_BYTES) {
        snprintf(error, error_size, "This system gives no random numbers: %s.", strerror(errno));
        return false;
    }
    project_path(project, path, "secret", NULL);
    Found found = find_secret(secret, path);
    if (found == SECRET_NONE && home_path(path)) found = find_secret(secret, path);
    secret->kept = found == SECRET_READ;
    if (found != SECRET_DAMAGED) return true;
    snprintf(
        error, error_size,
        "%s is not a secret as ./grade has made it: 32 hexadecimal digits. Put the right one back, or remove "
        "it: then a new one is made, and seeds of earlier reports give other inputs.",
        path);
    return false;
}

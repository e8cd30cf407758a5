// Reads a file into read-only memory.
#include "grader/objects/objects.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// A copy and not a mapping of the file: a file that shrinks while it is mapped ends its reader with SIGBUS.
static bool copy_file(FileImage *image, int fd, size_t size, const char *path, char *error,
                      size_t error_size) {
    uint8_t *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) {
        snprintf(error, error_size, "%s needs %zu bytes of memory: %s.", path, size, strerror(errno));
        return false;
    }
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(fd, data + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += (size_t)n;
    }
    if (done < size) {
        snprintf(error, error_size, "%s could not be read to its end: build it again.", path);
        munmap(data, size);
        return false;
    }
    mprotect(data, size, PROT_READ);
    *image = (FileImage){data, size};
    return true;
}

static bool read_file(FileImage *image, int fd, const char *path, char *error, size_t error_size) {
    struct stat info;
    if (fstat(fd, &info) != 0) {
        snprintf(error, error_size, "%s cannot be read: %s.", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(info.st_mode)) {
        snprintf(error, error_size, "%s is not a regular file: give the file that nvcc made.", path);
        return false;
    }
    if (info.st_size == 0) {
        snprintf(error, error_size, "%s is empty: build it again.", path);
        return false;
    }
    return copy_file(image, fd, (size_t)info.st_size, path, error, error_size);
}

bool file_image_open(FileImage *image, const char *path, char *error, size_t error_size) {
    *image = (FileImage){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        snprintf(error, error_size, "%s cannot be opened: %s.", path, strerror(errno));
        return false;
    }
    bool read = read_file(image, fd, path, error, error_size);
    close(fd);
    return read;
}

void file_image_close(FileImage *image) {
    if (image->data) munmap((void *)image->data, image->size);
    *image = (FileImage){0};
}

// A result is written to a file as a whole, or not at all.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/report/report.h"

static bool write_all(FILE *stream, void (*write)(FILE *stream, const void *result), const void *result) {
    write(stream, result);
    return !fflush(stream) && !ferror(stream);
}

// A device or a pipe: what is there is written to, and not replaced.
static bool write_in_place(const char *path, void (*write)(FILE *stream, const void *result),
                           const void *result) {
    FILE *stream = fopen(path, "we");
    bool good = stream && write_all(stream, write, result);
    const int error = errno;
    if (stream) good = !fclose(stream) && good;
    if (error) errno = error;
    return good;
}

static bool write_beside(const char *path, void (*write)(FILE *stream, const void *result),
                         const void *result) {
    char temporary[4200];
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int fd = mkstemp(temporary);
    FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool good = stream != NULL;
    if (good) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(fd, 0666 & ~mask); // as any new file, not as mkstemp has it
        good = write_all(stream, write, result) && !fsync(fd);
        good = !fclose(stream) && good;
        good = good && rename(temporary, path) == 0;
    }
    const int error = errno;
    if (!good && fd >= 0) unlink(temporary);
    errno = error;
    return good;
}

bool write_json_file(const char *path, void (*write)(FILE *stream, const void *result), const void *result,
                     char *error, size_t error_size) {
    return write_result_file(path, "--json", write, result, error, error_size);
}

bool write_result_file(const char *path, const char *option, void (*write)(FILE *stream, const void *result),
                       const void *result, char *error, size_t error_size) {
    struct stat info;
    errno = 0;
    if (!strcmp(path, "-")) {
        if (write_all(stdout, write, result)) return true;
        snprintf(error, error_size, "The result cannot be written to standard output: %s.", strerror(errno));
        return false;
    }
    const bool special = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
    if (special ? write_in_place(path, write, result) : write_beside(path, write, result)) return true;
    snprintf(error, error_size, "%s cannot be written: %s. Name another file after %s.", path,
             strerror(errno), option);
    return false;
}

// A file of results is there whole, or the old one is.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "grader/class/outputs.h"
#include "grader/class/stop.h"

OutputFile output_begin(const char *out, const char *name) {
    OutputFile file = {.path = new_text("%s/%s", out, name), .temporary = new_text("%s/%s.new", out, name)};
    file.stream = fopen(file.temporary, "w");
    if (!file.stream) stop("%s cannot be written: %s.", file.temporary, strerror(errno));
    return file;
}

void output_end(OutputFile *file) {
    // No fsync: the journal alone has to outlive a power cut, all else is made from it.
    bool good = !fflush(file->stream) && !ferror(file->stream);
    good = !fclose(file->stream) && good;
    if (!good || rename(file->temporary, file->path))
        stop("%s cannot be written: %s. Nothing that was graded is lost: the same command writes it again.",
             file->path, strerror(errno));
    free(file->path);
    free(file->temporary);
}

bool output_remove(const char *out, const char *name) {
    char *path = new_text("%s/%s", out, name);
    const bool was_there = !unlink(path);
    if (!was_there && errno != ENOENT)
        stop("%s is of an earlier command and cannot be removed: %s.", path, strerror(errno));
    free(path);
    return was_there;
}

void time_words(int64_t seconds, char text[32]) {
    time_t time = (time_t)seconds;
    struct tm parts;
    text[0] = 0;
    if (seconds && gmtime_r(&time, &parts)) strftime(text, 32, "%Y-%m-%d %H:%M:%S", &parts);
}

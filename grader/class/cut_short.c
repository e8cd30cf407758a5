// Looks for the ends that formats prescribe.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/class/cut_short.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/stop.h"

enum { TAR_BLOCK = 512, TAR_MAGIC = 257, ZIP_END = 22, ZIP_COMMENT = 65535, ZIP64_ENDS = 56 + 20 };

static bool read_at(int fd, int64_t at, void *to, size_t size) {
    return at >= 0 && pread(fd, to, size, (off_t)at) == (ssize_t)size;
}

static uint64_t little_endian(const unsigned char *bytes, int count) {
    uint64_t number = 0;
    for (int i = count; i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

// A zip ends with a record that says where the list of its files lies: right before it. One of another zip, which lies in this one, says
// another place.
static bool zip_has_end(int fd, int64_t size) {
    const size_t most = (size_t)(size < ZIP_END + ZIP_COMMENT ? size : ZIP_END + ZIP_COMMENT);
    unsigned char *tail = take_memory(most + 1, 1), *record = tail;
    bool found = false;
    const bool read = read_at(fd, size - (int64_t)most, tail, most);
    for (; read && !found && (record = memmem(record, (size_t)(tail + most - record), "PK\5\6", 4));
         record++) {
        if (record + ZIP_END > tail + most) break;
        const uint64_t at = (uint64_t)(size - (tail + most - record));
        const uint64_t length = little_endian(record + 12, 4), begin = little_endian(record + 16, 4);
        const bool large = length == UINT32_MAX || begin == UINT32_MAX;
        found = large || begin + length == at || begin + length + ZIP64_ENDS == at;
    }
    free(tail);
    return found;
}

// The first bytes say where the list of files begins and how long it is: it is the end.
static bool seven_zip_has_end(const unsigned char *head, int64_t size) {
    enum { HEAD = 32 };
    const uint64_t begin = little_endian(head + 12, 8), length = little_endian(head + 20, 8),
                   all = (uint64_t)size;
    return begin <= all && length <= all && HEAD + begin + length <= all;
}

// A block of zeros.
static bool tar_has_end(int fd, int64_t size) {
    unsigned char last[TAR_BLOCK];
    if (!read_at(fd, size - TAR_BLOCK, last, sizeof last)) return false;
    for (int i = 0; i < TAR_BLOCK; i++)
        if (last[i]) return false;
    return true;
}

bool is_cut_short(int fd) {
    unsigned char head[TAR_BLOCK] = {0};
    struct stat info;
    if (fstat(fd, &info) != 0 || pread(fd, head, sizeof head, 0) < ZIP_END) return false;
    if (!memcmp(head, "PK\3\4", 4)) return !zip_has_end(fd, info.st_size);
    if (!memcmp(head, "7z\xbc\xaf\x27\x1c", 6)) return !seven_zip_has_end(head, info.st_size);
    if (!memcmp(head + TAR_MAGIC, "ustar", 5)) return !tar_has_end(fd, info.st_size);
    return false;
}

// What ptxas has said of a PTX, kept for the other processes of a grading.
#define _GNU_SOURCE // pread, writev
#include "grader/device/kept_counts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILE_MAX = 256 << 20 };

// The file is a row of entries: this, then the PTX, what ptxas has printed, and the code that it made.
typedef struct {
    uint64_t ptx_size, printed_size, code_size;
    int32_t arch, registers_max;
    char target[24];
} EntryHead;

static bool read_at(int fd, void *to, size_t size, off_t at) {
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(fd, (char *)to + done, size - done, at + (off_t)done);
        if (got <= 0) return false;
        done += (size_t)got;
    }
    return true;
}

static bool same_text(int fd, off_t at, const char *ptx, size_t size) {
    char *kept = malloc(size + 1);
    const bool same = kept && read_at(fd, kept, size, at) && !memcmp(kept, ptx, size);
    free(kept);
    return same;
}

// Where the entry ends. 0: it is cut off, and so the last one.
static off_t end_of(const EntryHead *h, off_t at, off_t file_size) {
    const uint64_t left = (uint64_t)(file_size - at) - sizeof *h;
    if (h->ptx_size > left || h->printed_size > left - h->ptx_size ||
        h->code_size > left - h->ptx_size - h->printed_size)
        return 0;
    return at + (off_t)(sizeof *h + h->ptx_size + h->printed_size + h->code_size);
}

static bool take(int fd, const EntryHead *h, off_t at, RegisterCounts *out) {
    char *printed = malloc(h->printed_size + 1);
    bool good = printed && read_at(fd, printed, h->printed_size, at);
    if (good) printed[h->printed_size] = '\0';
    good = good && registers_parse(printed, out);
    if (!good) {
        free(printed);
        return false;
    }
    out->printed = printed;
    memcpy(out->target, h->target, sizeof out->target);
    registers_set_arch(out);
    if (h->code_size && (out->code = malloc(h->code_size)) &&
        read_at(fd, out->code, h->code_size, at + (off_t)h->printed_size)) {
        out->code_size = h->code_size;
    } else if (h->code_size) {
        registers_free(out);
        return false;
    }
    return true;
}

bool kept_counts_find(int fd, const char *ptx, size_t size, int arch, int registers_max,
                      RegisterCounts *out) {
    struct stat file;
    if (fd <= 0 || fstat(fd, &file)) return false;
    EntryHead h;
    for (off_t at = 0, end; at + (off_t)sizeof h <= file.st_size; at = end) {
        if (!read_at(fd, &h, sizeof h, at) || !(end = end_of(&h, at, file.st_size))) return false;
        if (h.arch == arch && h.registers_max == registers_max && h.ptx_size == size &&
            same_text(fd, at + (off_t)sizeof h, ptx, size))
            return take(fd, &h, at + (off_t)(sizeof h + size), out);
    }
    return false;
}

void kept_counts_add(int fd, const char *ptx, size_t size, int arch, int registers_max,
                     const RegisterCounts *counts) {
    if (fd <= 0 || !counts->printed) return;
    struct stat file;
    struct rlimit limit;
    if (fstat(fd, &file) || getrlimit(RLIMIT_FSIZE, &limit)) return;
    EntryHead h = {.ptx_size = size,
                   .printed_size = strlen(counts->printed),
                   .code_size = counts->code_size,
                   .arch = arch,
                   .registers_max = registers_max};
    memcpy(h.target, counts->target, sizeof h.target);
    // A write beyond the user's limit would end this process.
    const uint64_t after = (uint64_t)file.st_size + sizeof h + size + h.printed_size + h.code_size;
    if (after > FILE_MAX || after > limit.rlim_cur) return;
    const struct iovec parts[] = {
        {&h, sizeof h}, {(void *)ptx, size}, {counts->printed, h.printed_size}, {counts->code, h.code_size}};
    // One call, at the end of the file. Where memory runs out, half an entry would hide those behind it, or be read with them.
    const ssize_t written = writev(fd, parts, sizeof parts / sizeof *parts);
    if (written >= 0 && (uint64_t)written == after - (uint64_t)file.st_size) return;
    if (ftruncate(fd, file.st_size)) return; // it stays, and ends what can be read
}

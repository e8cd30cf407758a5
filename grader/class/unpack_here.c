// The jailed side: libarchive reads the archive, and each file becomes a record on standard output.
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/class/unpack.h"

static void write_record(EntryKind kind, const char *path, const char *data, size_t data_size, uint64_t size,
                         int64_t time) {
    UnpackRecord r = {.magic = UNPACK_MAGIC,
                      .kind = kind,
                      .path_size = (uint32_t)strnlen(path, UNPACK_PATH - 1),
                      .data_size = (uint32_t)data_size,
                      .size = size,
                      .time = time};
    fwrite(&r, sizeof r, 1, stdout);
    fwrite(path, 1, r.path_size, stdout);
    fwrite(data, 1, data_size, stdout);
}

// The last record: why the archive ended early, "" where it did not.
static int end(const char *why) {
    write_record(ENTRY_BROKEN, why, "", 0, 0, 0);
    return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}

// Reads as much as is wanted, and one byte more where there is more. -1 where the archive is damaged.
static ssize_t read_data(struct archive *archive, char *to, size_t wanted) {
    size_t got = 0;
    while (got <= wanted) {
        ssize_t part = archive_read_data(archive, to + got, wanted + 1 - got);
        if (part < 0) return -1;
        if (part == 0) break;
        got += (size_t)part;
    }
    return (ssize_t)got;
}

static const char *reason(struct archive *archive) {
    const char *text = archive_error_string(archive);
    return text ? text : "it cannot be read";
}

// True where reading can go on; else *why says why not.
static bool take_entry(struct archive *archive, struct archive_entry *entry, uint64_t *bytes,
                       const char **why) {
    static char data[ARCHIVE_BYTES + 1];
    const char *path = archive_entry_pathname(entry);
    if (!path) path = archive_entry_pathname_utf8(entry);
    if (!path) path = "a file whose name cannot be read";
    int64_t time = archive_entry_mtime_is_set(entry) ? archive_entry_mtime(entry) : 0;
    uint64_t size = archive_entry_size_is_set(entry) ? (uint64_t)archive_entry_size(entry) : 0;
    if (archive_entry_filetype(entry) == AE_IFDIR) {
        write_record(ENTRY_FOLDER, path, "", 0, 0, time);
        return true;
    }
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry)) {
        write_record(ENTRY_LINK, path, "", 0, 0, time);
        return true;
    }
    size_t wanted = is_clutter(path) ? 0 : entry_wanted(path);
    if (!wanted) {
        write_record(ENTRY_FILE, path, "", 0, size ? size : 1, time);
        return true;
    }
    ssize_t got = read_data(archive, data, wanted);
    if (got < 0) return *why = reason(archive), false;
    if ((size_t)got > wanted) {
        write_record(ENTRY_LARGE, path, "", 0, (uint64_t)got, time);
        return true;
    }
    if ((uint64_t)got > *bytes)
        return *why = "its files are larger together than such an archive may be", false;
    *bytes -= (uint64_t)got;
    write_record(ENTRY_FILE, path, data, (size_t)got, (uint64_t)got, time);
    return true;
}

int unpack_here(int fd, uint64_t bytes) {
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    const char *why = "";
    if (!archive) return end("there is no memory to unpack it");
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_7zip(archive);
    archive_read_support_format_rar(archive);
    archive_read_support_format_rar5(archive);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    lseek(fd, 0, SEEK_SET);
    if (archive_read_open_fd(archive, fd, 1 << 16) != ARCHIVE_OK) return end(reason(archive));
    for (;;) {
        int status = archive_read_next_header(archive, &entry);
        if (status == ARCHIVE_EOF) return end("");
        if (status == ARCHIVE_FATAL || status == ARCHIVE_RETRY) return end(reason(archive));
        if (!take_entry(archive, entry, &bytes, &why)) return end(why);
    }
}

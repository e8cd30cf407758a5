// The side that is not jailed: starts the other one, reads its records.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2
#endif
#include "grader/contract/sanitized.h"
#include "grader/class/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/class/cut_short.h"
#include "grader/class/stop.h"
#include "grader/jail/jail.h"
#include "grader/session/link.h"
#include "grader/text/clean.h"

enum { MEMORY = SANITIZED ? 0 : 1 << 30 }; // a limit on addresses would refuse what a sanitizer reserves

static bool read_bytes(int fd, void *to, size_t size, double deadline) {
    for (size_t got = 0; got < size;) {
        double left = deadline - clock_seconds();
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (left <= 0) return false;
        if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0) continue;
        ssize_t part = read(fd, (char *)to + got, size - got);
        if (part == 0 || (part < 0 && errno != EINTR)) return false;
        if (part > 0) got += (size_t)part;
    }
    return true;
}

// "prefix/path" without "." and ".." parts, printable.
static char *joined(const char *prefix, const char *path, size_t size) {
    char *clean = take_memory(4 * size + 1, 1), *whole = new_text("%s", prefix);
    clean_text(clean, 4 * size + 1, path, size);
    for (const char *part = clean; *part;) {
        size_t length = strcspn(part, "/");
        bool real = length && strncmp(part, ".", length) && !(length == 2 && !strncmp(part, "..", 2));
        if (real) {
            char *longer = new_text("%s%s%.*s", whole, *whole ? "/" : "", (int)length, part);
            free(whole);
            whole = longer;
        }
        part += length + (part[length] == '/');
    }
    free(clean);
    return whole;
}

// Reads one record. False at the end, good or told to be early, and where the other side does not keep to the form; *whole
// tells them apart.
static bool read_entry(Entries *entries, int fd, const char *prefix, UnpackLimits *left, double deadline,
                       bool *whole) {
    UnpackRecord r;
    char path[UNPACK_PATH];
    *whole = false;
    if (!read_bytes(fd, &r, sizeof r, deadline) || r.magic != UNPACK_MAGIC) return false;
    if (r.path_size >= sizeof path || r.kind > ENTRY_BROKEN || r.data_size > left->bytes) return false;
    if (!read_bytes(fd, path, r.path_size, deadline)) return false;
    char *data = take_memory((size_t)r.data_size + 1, 1);
    if (!read_bytes(fd, data, r.data_size, deadline)) {
        free(data);
        return false;
    }
    left->bytes -= r.data_size;
    Entry entry = {.kind = (EntryKind)r.kind, .size = r.size, .time = r.time, .data = data};
    if (r.kind == ENTRY_BROKEN) { // the last one; its "path" is the reason
        *whole = true;
        free(data);
        if (!r.path_size) return false;
        entry.data = NULL;
        entry.path = new_text("%s", prefix);
        entry.problem = joined("", path, r.path_size);
        entries_add(entries, entry);
        return false;
    }
    if (!left->entries--) {
        free(data);
        return false;
    }
    entry.path = joined(prefix, path, r.path_size);
    if (r.kind != ENTRY_FILE || (!r.data_size && r.size)) free(data), entry.data = NULL;
    entries_add(entries, entry);
    return true;
}

static bool start_unpacking(int archive, int output, const UnpackLimits *limits, Jailed *jailed, char *error,
                            size_t error_size) {
    static char program[PATH_MAX];
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return false;
    char descriptor[16], bytes[24];
    snprintf(descriptor, sizeof descriptor, "%d", archive);
    snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)limits->bytes);
    JailSpec spec = {.argv = (const char *const[]){program, "--unpack", descriptor, bytes, NULL},
                     .read_only = (const char *const[]){program, NULL},
                     .writable = (const char *const[]){NULL},
                     .keep_fds = (const int[]){archive, -1},
                     .stdout_fd = output,
                     .stderr_fd = -1,
                     .env = (const char *const[]){"LC_ALL=C.UTF-8", NULL},
                     .cpu_seconds = limits->seconds,
                     .memory_bytes = MEMORY};
    return jail_start(&spec, jailed, error, error_size);
}

static void add_given_up(Entries *entries, const char *prefix, const UnpackLimits *limits) {
    entries_add(entries,
                (Entry){.path = new_text("%s", prefix),
                        .kind = ENTRY_BROKEN,
                        .problem = new_text("it holds more than %d files or %llu MiB, or takes longer than "
                                            "%d seconds to unpack, and was given up",
                                            limits->entries, (unsigned long long)(limits->bytes >> 20),
                                            limits->seconds)});
}

// In place of the reason that stands there already, which is what libarchive has met first.
static void add_cut_short(Entries *entries, int fd, const char *prefix) {
    if (!is_cut_short(fd)) return;
    Entry *last = entries->count ? &entries->items[entries->count - 1] : NULL;
    char *problem = new_text("its end is missing, as after a download or an upload that broke off");
    if (last && last->kind == ENTRY_BROKEN && !strcmp(last->path, prefix)) {
        free(last->problem);
        last->problem = problem;
    } else
        entries_add(entries,
                    (Entry){.path = new_text("%s", prefix), .kind = ENTRY_BROKEN, .problem = problem});
}

void unpack(Entries *entries, int fd, const char *prefix, const UnpackLimits *limits,
            void (*added)(Entries *entries, int at)) {
    int ends[2];
    char error[600] = "no memory is left";
    Jailed jailed;
    if (pipe2(ends, O_CLOEXEC) < 0) stop("No pipe can be made: %s.", strerror(errno));
    if (!start_unpacking(fd, ends[1], limits, &jailed, error, sizeof error))
        stop("%s cannot be unpacked: %s", prefix, error);
    close(ends[1]);
    UnpackLimits left = *limits;
    double deadline = clock_seconds() + 10 * limits->seconds + 10;
    bool whole = false;
    while (read_entry(entries, ends[0], prefix, &left, deadline, &whole)) {
        double start = clock_seconds();
        if (added) added(entries, entries->count - 1);
        deadline += clock_seconds() - start;
    }
    close(ends[0]);
    jail_kill(&jailed);
    if (!whole)
        add_given_up(entries, prefix, limits);
    else
        add_cut_short(entries, fd, prefix);
}

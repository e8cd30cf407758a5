// Registers, local and shared memory of kernels, as ptxas counts them: asks it once, reads what it prints.
#define _GNU_SOURCE
#include "grader/device/registers.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/device/kept_counts.h"
#include "grader/device/ptxas.h"

enum { TIME_LIMIT_MS = 20000, KERNELS_MAX = 1 << 16, LARGE_MODULE = 256 << 10, CODE_MAX = 64 << 20 };

// ---- What ptxas prints
// ----------------------------------------------------------------------------------------
//
//   ptxas info    : Compiling entry function 'NAME' for 'sm_90'
//   ptxas info    : Function properties for NAME
//       32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 17 registers, used 1 barriers, 32 bytes cumulative stack size, 1024 bytes smem, 360
//   bytes cmem[0]
//
// Older releases leave "used N barriers" out, and print nothing for sizes that are zero. "Function properties
// for" also introduces functions that are not kernels, after the kernel that calls them.

typedef struct {
    RegisterCounts *counts;
    KernelUsage *kernel; // being described, NULL before the first
    bool own_properties; // the next line of sizes is the kernel's, not those of a function
} Reader;

static KernelUsage *add_kernel(RegisterCounts *counts, const char *name, size_t length) {
    if (counts->count == KERNELS_MAX) return NULL;
    if ((counts->count & (counts->count - 1)) == 0) { // 0 and powers of two: twice as much room
        size_t room = counts->count ? counts->count * 2 : 1;
        KernelUsage *kernels = realloc(counts->kernels, room * sizeof *kernels);
        if (!kernels) return NULL;
        counts->kernels = kernels;
    }
    KernelUsage *kernel = &counts->kernels[counts->count];
    *kernel = (KernelUsage){.kernel = strndup(name, length)};
    if (!kernel->kernel) return NULL;
    counts->count++;
    return kernel;
}

// The number before the first `what` in [line, end): "32 bytes stack frame". 0 where there is none.
static uint64_t number_before(const char *line, const char *end, const char *what) {
    const char *at = memmem(line, (size_t)(end - line), what, strlen(what));
    if (!at) return 0;
    while (at > line && at[-1] == ' ') at--;
    const char *first = at;
    while (first > line && (isdigit((unsigned char)first[-1]) || first[-1] == '+')) first--;
    uint64_t sum = 0; // "4096+16 bytes smem": static and what the compiler adds
    while (first < at) {
        char *after;
        sum += strtoull(first, &after, 10);
        first = after + 1;
    }
    return sum;
}

// Where the text after `words` starts in the line, or NULL.
static const char *after(const char *line, const char *end, const char *words) {
    const char *at = memmem(line, (size_t)(end - line), words, strlen(words));
    return at ? at + strlen(words) : NULL;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void read_sizes(KernelUsage *kernel, const char *line, const char *end) {
    kernel->local_bytes = larger(kernel->local_bytes, number_before(line, end, "bytes stack frame"));
    kernel->spill_store_bytes = number_before(line, end, "bytes spill stores");
    kernel->spill_load_bytes = number_before(line, end, "bytes spill loads");
}

static void read_usage(KernelUsage *kernel, const char *line, const char *end) {
    uint64_t registers = number_before(line, end, "registers");
    kernel->registers = registers <= 1024 ? (uint32_t)registers : 0;
    kernel->barriers = (uint32_t)number_before(line, end, "barriers");
    kernel->shared_bytes = number_before(line, end, "bytes smem");
    kernel->local_bytes =
        larger(kernel->local_bytes, number_before(line, end, "bytes cumulative stack size"));
}

static bool read_line(Reader *reader, const char *line, const char *end) {
    const char *name = after(line, end, "Compiling entry function '");
    if (name) {
        const char *quote = memchr(name, '\'', (size_t)(end - name));
        reader->kernel = quote ? add_kernel(reader->counts, name, (size_t)(quote - name)) : NULL;
        return !quote || reader->kernel;
    }
    if (!reader->kernel) return true;
    if ((name = after(line, end, "Function properties for "))) {
        size_t length = strlen(reader->kernel->kernel);
        reader->own_properties =
            (size_t)(end - name) == length && memcmp(name, reader->kernel->kernel, length) == 0;
    } else if (after(line, end, "bytes stack frame")) {
        if (reader->own_properties) read_sizes(reader->kernel, line, end);
    } else if (after(line, end, ": Used ") && after(line, end, " registers")) {
        read_usage(reader->kernel, line, end);
    }
    return true;
}

bool registers_parse(const char *text, RegisterCounts *out) {
    *out = (RegisterCounts){0};
    Reader reader = {.counts = out};
    while (*text) {
        const char *end = text + strcspn(text, "\r\n");
        if (!read_line(&reader, text, end)) {
            registers_free(out);
            return false;
        }
        text = end + strspn(end, "\r\n");
    }
    return true;
}

const KernelUsage *registers_find(const RegisterCounts *counts, const char *kernel) {
    for (size_t i = 0; i < counts->count; i++)
        if (strcmp(counts->kernels[i].kernel, kernel) == 0) return &counts->kernels[i];
    return NULL;
}

void registers_set_arch(RegisterCounts *counts) {
    for (size_t i = 0; i < counts->count; i++) counts->kernels[i].arch = atoi(counts->target + strlen("sm_"));
}

void registers_free(RegisterCounts *counts) {
    for (size_t i = 0; i < counts->count; i++) free(counts->kernels[i].kernel);
    free(counts->kernels), free(counts->code), free(counts->printed);
    *counts = (RegisterCounts){0};
}

// ---- Asking ptxas
// ---------------------------------------------------------------------------------------------

// A folder of our own with the two files in it.
typedef struct {
    char folder[PATH_MAX], ptx[PATH_MAX + 16], code[PATH_MAX + 16];
} Workplace;

static bool write_all(int fd, const char *text, size_t size) {
    while (size > 0) {
        ssize_t written = write(fd, text, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text += written;
        size -= (size_t)written;
    }
    return true;
}

static void leave(const Workplace *w) {
    unlink(w->ptx);
    unlink(w->code);
    rmdir(w->folder);
}

static bool enter(Workplace *w, const char *ptx, size_t size, char *error, size_t error_size) {
    const char *base = getenv("TMPDIR");
    if (!base || !*base) base = "/tmp";
    int length = snprintf(w->folder, sizeof w->folder, "%s/warpbook.XXXXXX", base);
    if (length >= (int)sizeof w->folder || !mkdtemp(w->folder)) {
        snprintf(error, error_size,
                 "register counts are not known: no temporary file can be made in %.200s: %s", base,
                 strerror(errno));
        return false;
    }
    snprintf(w->ptx, sizeof w->ptx, "%s/kernels.ptx", w->folder);
    snprintf(w->code, sizeof w->code, "%s/kernels.cubin", w->folder);
    while (size > 0 && ptx[size - 1] == '\0') size--; // the text of an object file ends in NULs
    int fd = open(w->ptx, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = fd >= 0 && write_all(fd, ptx, size);
    if (fd >= 0) written = close(fd) == 0 && written;
    if (written) return true;
    snprintf(error, error_size, "register counts are not known: %.200s cannot be written: %s", w->ptx,
             strerror(errno));
    leave(w);
    return false;
}

// The GPU that the PTX was written for: the first word of its .target line.
static bool own_target(const char *ptx, size_t size, char *target, size_t target_size) {
    const char *end = ptx + size;
    for (const char *line = ptx; line < end;) {
        while (line < end && (*line == ' ' || *line == '\t')) line++;
        const char *line_end = line;
        while (line_end < end && *line_end != '\n') line_end++;
        if (line_end - line > 8 && memcmp(line, ".target", 7) == 0 && isspace((unsigned char)line[7])) {
            for (line += 8; line < line_end && isspace((unsigned char)*line);) line++;
            size_t length = 0;
            while (line + length < line_end && (isalnum((unsigned char)line[length]) || line[length] == '_'))
                length++;
            if (length < 4 || length >= target_size || memcmp(line, "sm_", 3) != 0) return false;
            memcpy(target, line, length);
            target[length] = '\0';
            return true;
        }
        line = line_end + (line_end < end);
    }
    return false;
}

// The first line that says what is wrong, without the path of our temporary file.
static void explain(PtxasOutcome outcome, const char *target, const char *text, char *error, size_t size) {
    if (outcome == PTXAS_LATE) {
        snprintf(error, size, "register counts are not known: ptxas took longer than %d s for %s",
                 TIME_LIMIT_MS / 1000, target);
        return;
    }
    if (outcome == PTXAS_ABSENT) {
        snprintf(error, size, "register counts are not known: ptxas could not be started");
        return;
    }
    const char *line = strstr(text, "error   :");
    if (!line) line = strstr(text, "fatal   :");
    line = line ? line + strcspn(line, ":") + 1 : text;
    line += strspn(line, " ");
    int length = (int)strcspn(line, "\r\n");
    snprintf(error, size, "register counts are not known: ptxas refused the PTX for %s%s%.*s", target,
             length ? ": " : "", length < 200 ? length : 200, line);
}

// Keeps the assembled file, if it is not too large. That it cannot be read is not a failure: the counts are known.
static void keep_code(const Workplace *w, RegisterCounts *out) {
    FILE *file = fopen(w->code, "re");
    if (!file) return;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        if (size > 0 && size <= CODE_MAX && (out->code = malloc((size_t)size))) {
            rewind(file);
            out->code_size = fread(out->code, 1, (size_t)size, file);
        }
    }
    fclose(file);
}

static bool count_for(const char *ptxas, const Workplace *w, const char *target, int registers_max,
                      RegisterCounts *out, char *error, size_t error_size) {
    char *text;
    PtxasOutcome outcome = ptxas_run(ptxas, target, registers_max, w->ptx, w->code, TIME_LIMIT_MS, &text);
    if (outcome == PTXAS_DONE && text && registers_parse(text, out)) {
        snprintf(out->target, sizeof out->target, "%s", target);
        registers_set_arch(out);
        keep_code(w, out);
        out->printed = text;
        return true;
    }
    if (outcome == PTXAS_DONE || !text)
        snprintf(error, error_size, "register counts are not known: memory ran out");
    else
        explain(outcome, target, text, error, error_size);
    free(text);
    return false;
}

bool registers_of_kernels(const char *ptx, size_t size, int arch, int registers_max, RegisterCounts *out,
                          char *error, size_t error_size) {
    *out = (RegisterCounts){0};
    char ptxas[PATH_MAX];
    if (!ptxas_find(ptxas, sizeof ptxas)) {
        snprintf(error, error_size,
                 "register counts are not known: ptxas of the CUDA Toolkit was not found; set "
                 "CUDA_HOME to the toolkit's folder");
        return false;
    }
    Workplace w;
    if (!enter(&w, ptx, size, error, error_size)) return false;
    char asked[24], own[24], own_error[400];
    snprintf(asked, sizeof asked, "sm_%d", arch);
    bool good = count_for(ptxas, &w, asked, registers_max, out, error, error_size);
    if (!good && own_target(ptx, size, own, sizeof own) && strcmp(own, asked) != 0)
        good = count_for(ptxas, &w, own, registers_max, out, own_error, sizeof own_error);
    leave(&w);
    return good;
}

// ---- Answers kept
// ---------------------------------------------------------------------------------------------

struct RegisterCacheEntry {
    uint64_t hash; // of the PTX, and of the kernel where only that was asked for
    size_t size;
    int arch, registers_max;
    RegisterCounts counts;
    char error[400]; // "" when they are known
};

static uint64_t hash_of(const char *text, size_t size) {
    uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (; size >= sizeof hash;
         text += sizeof hash, size -= sizeof hash) { // a word at a time: texts are long
        uint64_t word;
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 32;
    }
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
    return hash;
}

static struct RegisterCacheEntry *find_entry(const RegisterCache *cache, uint64_t hash, size_t size, int arch,
                                             int registers_max) {
    for (size_t i = 0; i < cache->count; i++) {
        struct RegisterCacheEntry *e = &cache->entries[i];
        if (e->hash == hash && e->size == size && e->arch == arch && e->registers_max == registers_max)
            return e;
    }
    return NULL;
}

// `kernel`: only this one of the PTX is wanted, NULL where all are.
static struct RegisterCacheEntry *add_entry(RegisterCache *cache, uint64_t hash, const char *ptx, size_t size,
                                            int arch, int registers_max, const char *kernel) {
    struct RegisterCacheEntry *entries = realloc(cache->entries, (cache->count + 1) * sizeof *entries);
    if (!entries) return NULL;
    cache->entries = entries;
    struct RegisterCacheEntry *e = &entries[cache->count++];
    *e =
        (struct RegisterCacheEntry){.hash = hash, .size = size, .arch = arch, .registers_max = registers_max};
    size_t cut_size;
    char *cut = kernel ? ptx_of_kernel(ptx, size, kernel, &cut_size) : NULL;
    if (cut) ptx = cut, size = cut_size;
    if (!kept_counts_find(cache->kept_fd, ptx, size, arch, registers_max, &e->counts) &&
        registers_of_kernels(ptx, size, arch, registers_max, &e->counts, e->error, sizeof e->error))
        kept_counts_add(cache->kept_fd, ptx, size, arch, registers_max, &e->counts);
    free(cut);
    return e;
}

static struct RegisterCacheEntry *entry_of(RegisterCache *cache, const char *ptx, size_t size, int arch,
                                           int registers_max, const char *kernel) {
    const bool large = size > LARGE_MODULE;
    const uint64_t hash = hash_of(ptx, size) ^ (large ? hash_of(kernel, strlen(kernel)) * 31 : 0);
    struct RegisterCacheEntry *e = find_entry(cache, hash, size, arch, registers_max);
    return e ? e : add_entry(cache, hash, ptx, size, arch, registers_max, large ? kernel : NULL);
}

const uint8_t *register_cache_code(RegisterCache *cache, const char *ptx, size_t size, int arch,
                                   int registers_max, const char *kernel, size_t *code_size) {
    const struct RegisterCacheEntry *e = entry_of(cache, ptx, size, arch, registers_max, kernel);
    *code_size = e ? e->counts.code_size : 0;
    return e ? e->counts.code : NULL;
}

const KernelUsage *register_cache_find(RegisterCache *cache, const char *ptx, size_t size, int arch,
                                       int registers_max, const char *kernel, char *error,
                                       size_t error_size) {
    const struct RegisterCacheEntry *e = entry_of(cache, ptx, size, arch, registers_max, kernel);
    const KernelUsage *usage = e ? registers_find(&e->counts, kernel) : NULL;
    if (!usage && error)
        snprintf(error, error_size, "%s",
                 !e            ? "register counts are not known: memory ran out"
                 : e->error[0] ? e->error
                               : "register counts are not known: ptxas names no such kernel");
    return usage;
}

void register_cache_free(RegisterCache *cache) {
    for (size_t i = 0; i < cache->count; i++) registers_free(&cache->entries[i].counts);
    free(cache->entries);
    *cache = (RegisterCache){0};
}

// Finds the data files of the GPUs: where they lie, which there are, and the one a user asked for.
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/gpus/gpu.h"

typedef struct {
    char path[PATH_MAX];
} Folder;

// ---- The folder
// -----------------------------------------------------------------------------------------------

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// Cuts the last part of a path. False at the root.
static bool cut_last_part(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return false;
    *slash = '\0';
    return true;
}

// grader/gpus in the project that the running program was built in: build/bin and the folders of the tests
// lie at most four levels deep. A program that was taken elsewhere has its gpus folder beside it.
static bool find_folder(Folder *folder) {
    char place[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", place, sizeof place - 1);
    if (length <= 0) return false;
    place[length] = '\0';
    if (!cut_last_part(place)) return false;
    char own[PATH_MAX];
    strcpy(own, place);
    for (int level = 0; level < 4; level++) {
        int written = snprintf(folder->path, sizeof folder->path, "%s/grader/gpus", place);
        if (written < (int)sizeof folder->path && is_folder(folder->path)) return true;
        if (!cut_last_part(place)) break;
    }
    int written = snprintf(folder->path, sizeof folder->path, "%s/gpus", own);
    if (written < (int)sizeof folder->path && is_folder(folder->path)) return true;
#ifdef INSTALLED_GPUS
    snprintf(folder->path, sizeof folder->path, "%s", INSTALLED_GPUS);
    return is_folder(folder->path);
#else
    return false;
#endif
}

// ---- The ids
// --------------------------------------------------------------------------------------------------

// Takes the id from "ID.gpu"; false for any other name. An id never holds a slash, and so cannot leave the
// folder.
static bool take_id(const char *file, char *id, size_t size) {
    size_t length = strspn(file, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    if (length == 0 || length >= size || strcmp(file + length, ".gpu") != 0) return false;
    memcpy(id, file, length);
    id[length] = '\0';
    return true;
}

static int compare_ids(const void *a, const void *b) {
    return strcmp(a, b);
}

static void list_ids(const Folder *folder, GpuIds *ids) {
    ids->count = 0;
    DIR *entries = opendir(folder->path);
    if (!entries) return;
    for (struct dirent *entry; ids->count < GPUS_MAX && (entry = readdir(entries));)
        if (take_id(entry->d_name, ids->id[ids->count], sizeof *ids->id)) ids->count++;
    closedir(entries);
    qsort(ids->id, ids->count, sizeof *ids->id, compare_ids);
}

void gpu_ids(GpuIds *ids) {
    Folder folder;
    ids->count = 0;
    if (find_folder(&folder)) list_ids(&folder, ids);
}

// Letters to insert, remove or change to make one word of the other.
static size_t distance(const char *a, const char *b) {
    enum { LONGEST = 32 };
    size_t row[LONGEST + 1], width = strlen(b);
    if (width > LONGEST) return SIZE_MAX;
    for (size_t j = 0; j <= width; j++) row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++) {
            size_t change = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            size_t shift = (diagonal < row[j] ? diagonal : row[j]) + 1;
            row[j + 1] = change < shift ? change : shift;
        }
    }
    return row[width];
}

// The id that the user may have meant, or NULL: at most two letters off, or one contains the other ("4090").
static const char *nearest(const GpuIds *ids, const char *asked) {
    const char *best = NULL;
    size_t least = 3;
    for (size_t i = 0; i < ids->count; i++) {
        const char *id = ids->id[i];
        size_t d = distance(asked, id);
        if (d > 1 && strlen(asked) > 2 && (strstr(id, asked) || strstr(asked, id))) d = 1;
        if (d >= least || d >= strlen(asked)) continue;
        least = d;
        best = id;
    }
    return best;
}

static bool refuse(const GpuIds *ids, const char *asked, char *error, size_t size) {
    const char *meant = nearest(ids, asked);
    int length = snprintf(error, size, "there is no GPU \"%.40s\"%s%s%s; these can be simulated:", asked,
                          meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    for (size_t i = 0; i < ids->count && length >= 0 && (size_t)length < size; i++)
        length += snprintf(error + length, size - length, "%s %s", i ? "," : "", ids->id[i]);
    return false;
}

// ---- What others call
// -----------------------------------------------------------------------------------------

static bool load_from(const Folder *folder, const char *id, GpuDescription *gpu, char *error, size_t size) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s.gpu", folder->path, id);
    return gpu_read_file(path, gpu, error, size);
}

static bool load_invented(const Folder *folder, const char *digits, GpuDescription *gpu, char *error,
                          size_t size) {
    char *end;
    const uint64_t number = strtoull(digits, &end, 16);
    if (!isxdigit((unsigned char)*digits) || *end) {
        snprintf(error, size, "a GPU that there is not is called " GPU_INVENTED "NUMBER, hexadecimal");
        return false;
    }
    if (!load_from(folder, "h200", gpu, error, size)) return false;
    gpu_invent(gpu, number);
    return true;
}

// "h200-2sm": an H200 that has two of its SMs; "h200-128threads": one whose blocks have at most 128 threads; "h200-1024registers": or so many registers.
static const struct {
    const char *unit, *words;
    size_t at; // in DeviceDescription
} limits[] = {
    {"sm", "SMs", offsetof(DeviceDescription, sm_count)},
    {"threads", "threads a block", offsetof(DeviceDescription, threads_per_block_max)},
    {"registers", "registers a block", offsetof(DeviceDescription, registers_per_block)},
};
enum { LIMITS = sizeof limits / sizeof *limits };

// Which of them an id ends in; it is cut off then, and *most gets the number. LIMITS: in none.
static int take_limit(char *id, uint32_t *most) {
    char *dash = strrchr(id, '-'), *end;
    if (!dash || !isdigit((unsigned char)dash[1])) return LIMITS;
    const unsigned long number = strtoul(dash + 1, &end, 10);
    int which = 0;
    while (which < LIMITS && strcmp(end, limits[which].unit)) which++;
    if (which == LIMITS || !number || number > UINT16_MAX) return LIMITS;
    *dash = '\0';
    *most = (uint32_t)number;
    return which;
}

static bool set_limit(GpuDescription *gpu, int which, uint32_t most, char *error, size_t error_size) {
    DeviceDescription *d = &gpu->device;
    uint32_t *number = (uint32_t *)(void *)((char *)d + limits[which].at);
    if (most > *number) {
        snprintf(error, error_size, "%s has %u %s, not %u", d->name, *number, limits[which].words, most);
        return false;
    }
    *number = most;
    return true;
}

bool gpu_load(const char *id, GpuDescription *gpu, char *error, size_t error_size) {
    Folder folder;
    if (!find_folder(&folder)) {
        snprintf(error, error_size,
                 "the folder grader/gpus with the descriptions of GPUs is not where this program "
                 "was built; run it from the project's folder, or build it again with make");
        return false;
    }
    char asked[64];
    size_t length = 0;
    for (; id[length] && length + 1 < sizeof asked; length++)
        asked[length] = (char)tolower((unsigned char)id[length]);
    asked[length] = '\0';
    uint32_t most;
    const int limit = take_limit(asked, &most);
    if (limit < LIMITS)
        return gpu_load(asked, gpu, error, error_size) && set_limit(gpu, limit, most, error, error_size);
    if (!strncmp(asked, GPU_INVENTED, strlen(GPU_INVENTED)))
        return load_invented(&folder, asked + strlen(GPU_INVENTED), gpu, error, error_size);
    GpuIds ids;
    list_ids(&folder, &ids);
    for (size_t i = 0; i < ids.count; i++)
        if (strcmp(ids.id[i], asked) == 0) return load_from(&folder, ids.id[i], gpu, error, error_size);
    return refuse(&ids, asked, error, error_size);
}

void gpu_print_list(void) {
    Folder folder;
    if (!find_folder(&folder)) return;
    GpuIds ids;
    list_ids(&folder, &ids);
    for (size_t i = 0; i < ids.count; i++) {
        GpuDescription gpu;
        char error[PATH_MAX + 300];
        if (load_from(&folder, ids.id[i], &gpu, error, sizeof error))
            printf("%-10s %-28s compute capability %u.%u\n", gpu.id, gpu.device.name, gpu.device.major,
                   gpu.device.minor);
        else
            printf("%-10s cannot be used: %s\n", ids.id[i], error);
    }
}

// Asks /proc/meminfo, and the cgroups of both versions: a container or a job of Slurm has less than its machine.
#include "grader/class/memory.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number behind `key` in a file of lines "KEY NUMBER"; with "" its first word. -1: none, "max" for one.
static int64_t number_in(const char *path, const char *key) {
    FILE *file = fopen(path, "r");
    char line[200];
    size_t length = strlen(key);
    long long number = -1;
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, length) && sscanf(line + length, "%lld", &number) == 1) break;
    if (file) fclose(file);
    return number;
}

typedef struct {
    const char *limit, *usage, *cached; // files, and the line of memory.stat
} Version;

static const Version version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "},
                     version_2 = {"memory.max", "memory.current", "inactive_file "};

// What one cgroup leaves, INT64_MAX where it has no limit.
static int64_t left_in(const char *folder, const Version *v) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, v->limit);
    int64_t limit = number_in(path, "");
    snprintf(path, sizeof path, "%s/%s", folder, v->usage);
    int64_t usage = number_in(path, "");
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    int64_t cached = number_in(path, v->cached);
    if (limit < 0 || usage < 0 || limit >= INT64_MAX / 2) return INT64_MAX;
    usage -= cached > 0 && cached < usage ? cached : 0;
    return limit > usage ? limit - usage : 0;
}

// The least that a cgroup and those around it leave. In a container the path may be one of outside: then what is mounted is its own.
static int64_t left_above(const char *mount, const char *group, const Version *v) {
    char folder[PATH_MAX];
    int64_t least = left_in(mount, v);
    if (snprintf(folder, sizeof folder, "%s%s", mount, group) >= (int)sizeof folder) return least;
    for (size_t length = strlen(folder); length > strlen(mount); length = strlen(folder)) {
        int64_t left = left_in(folder, v);
        if (left < least) least = left;
        char *slash = strrchr(folder, '/');
        *slash = 0;
    }
    return least;
}

// Lines as in "7:memory:/jobs/12" and "0::/user.slice".
static int64_t cgroups_leave(const char *root) {
    char path[PATH_MAX], mount[PATH_MAX], line[PATH_MAX];
    int64_t least = INT64_MAX;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        const char *kinds = strchr(line, ':'), *group = kinds ? strchr(kinds + 1, ':') : NULL;
        if (!group) continue;
        bool old = !strncmp(kinds + 1, "memory:", 7) || strstr(kinds, ",memory:");
        if (!old && group != kinds + 1) continue;
        snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s", root, old ? "/memory" : "");
        int64_t left = left_above(mount, group + 1, old ? &version_1 : &version_2);
        if (left < least) least = left;
    }
    if (file) fclose(file);
    return least;
}

int64_t memory_available_kib(const char *root) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    int64_t machine = number_in(path, "MemAvailable:"), group = cgroups_leave(root);
    if (group == INT64_MAX) return machine;
    return machine >= 0 && machine < group / 1024 ? machine : group / 1024;
}

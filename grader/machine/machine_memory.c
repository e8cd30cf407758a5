// Asks /proc and the control groups, of either version.
#include "grader/machine/machine_memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The number behind `key` in a file of lines "KEY NUMBER"; an empty key: the file is a number.
static bool number_in(const char *file, const char *key, uint64_t *number) {
    FILE *f = fopen(file, "r");
    if (!f) return false;
    char line[200];
    unsigned long long value;
    bool found = false;
    while (!found && fgets(line, sizeof line, f))
        found = !strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), " %llu", &value) == 1;
    fclose(f);
    if (found) *number = value;
    return found;
}

typedef struct {
    const char *limit, *used, *statistics, *reclaimable; // the last: a key in the file before it
} ControlGroup;

static const ControlGroup groups[] = {
    {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat",
     "inactive_file "},
    {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
     "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file "},
};

static void apply_group(const ControlGroup *g, MachineMemory *m) {
    uint64_t limit, used, reclaimable = 0;
    if (!number_in(g->limit, "", &limit) || !number_in(g->used, "", &used)) return;
    if (m->total && limit >= m->total) return; // no limit is a huge one
    number_in(g->statistics, g->reclaimable, &reclaimable);
    used -= reclaimable < used ? reclaimable : used;
    const uint64_t left = limit > used ? limit - used : 0;
    m->total = limit;
    if (left < m->left) m->left = left;
}

MachineMemory machine_memory(void) {
    MachineMemory m = {0, UINT64_MAX, 0};
    if (number_in("/proc/meminfo", "MemTotal:", &m.total) &&
        number_in("/proc/meminfo", "MemAvailable:", &m.left))
        m.total <<= 10, m.left <<= 10;
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) apply_group(&groups[i], &m);
    if (number_in("/proc/self/status", "VmRSS:", &m.own)) m.own <<= 10;
    return m;
}

// How much memory this process may still take: what the machine has, and what its cgroups leave it.
#ifndef WARPBOOK_CLASS_MEMORY_H
#define WARPBOOK_CLASS_MEMORY_H

#include <stdint.h>

// In KiB; -1: not known. Memory that holds copies of files counts as free. `root` is "" but in tests: the folder in which
// /proc/meminfo, /proc/self/cgroup and /sys/fs/cgroup are looked for.
int64_t memory_available_kib(const char *root);

#endif

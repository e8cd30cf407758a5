// Asks /proc/meminfo.
#include "grader/grading/memory_room.h"

#include <stdio.h>

#include "grader/lab/large_memory.h"

uint64_t memory_room(void) {
    char line[200];
    unsigned long long kib;
    large_give_back();
    uint64_t room = UINT64_MAX;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && room == UINT64_MAX && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) room = kib * 1024;
    if (file) fclose(file);
    return room;
}

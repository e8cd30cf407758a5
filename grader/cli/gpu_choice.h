// Is there a GPU that works?
#ifndef WARPBOOK_GPU_CHOICE_H
#define WARPBOOK_GPU_CHOICE_H

#include <stdbool.h>

typedef struct {
    bool usable;
    char name[256]; // "NVIDIA H200"
    char why[400];  // why it is not usable, a clause
} GpuChoice;

// Asks `device --probe-gpu`, a process of its own: a broken driver may crash it or hang, and neither is more
// than an answer.
GpuChoice gpu_probe_now(const char *device_program);

#endif

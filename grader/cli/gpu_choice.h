// Is there a GPU that works?
#ifndef WARPBOOK_GPU_CHOICE_H
#define WARPBOOK_GPU_CHOICE_H

#include <stdbool.h>

#include "grader/cli/options.h"

typedef struct {
    bool usable;
    char name[256]; // "NVIDIA H200"
    char why[400];  // why it is not usable, a clause
} GpuChoice;

// Is the GPU to be used? Asked for by name (--device gpu, both) it must be there: false with one sentence in
// `error` where it is not. Else it is used where it works, and left alone where --gpu chooses a simulated
// one.
bool gpu_choose(GpuChoice *gpu, const Options *options, const char *device_program, char *error,
                size_t error_size);

// Asks `device --probe-gpu`, a process of its own: a broken driver may crash it or hang, and neither is more
// than an answer.
GpuChoice gpu_probe_now(const char *device_program);

#endif

// Is there a GPU that works?
#ifndef WARPBOOK_GPU_CHOICE_H
#define WARPBOOK_GPU_CHOICE_H

#include <stdbool.h>

#include "grader/cli/options.h"
#include "grader/cli/run_cases.h"

typedef struct {
    bool usable;
    char name[256]; // "NVIDIA H200"
    char id[40];    // names it among the GPUs of this machine: letters, digits, '-'
    char why[400];  // why it is not usable, a clause
} GpuChoice;

// Is the GPU to be used? Asked for by name (--device gpu, both) it must be there: false with one sentence in
// `error` where it is not. Else it is used where it works, and left alone where --gpu chooses a simulated
// one. Where it is to be used, `turn` is opened, and put into the plan of a run.
bool gpu_choose(GpuChoice *gpu, GpuTurn *turn, const Options *options, RunPlan *plan, char *error,
                size_t error_size);

// Asks `device --probe-gpu`, a process of its own: a broken driver may crash it or hang, and neither is more
// than an answer.
GpuChoice gpu_probe_now(const char *device_program);

#endif

// Is there a GPU that works?
#ifndef WARPBOOK_GPU_CHOICE_H
#define WARPBOOK_GPU_CHOICE_H

#include <stdbool.h>

#include "grader/grading/choices.h"
#include "grader/grading/run_cases.h"

typedef struct {
    bool usable;
    char name[256]; // "NVIDIA H200"
    char why[400];  // why it is not usable, a clause
} GpuChoice;

// Is the GPU to be used? Asked for by name (--device gpu, both) it must be there: false with one sentence in
// `error` where it is not. Else it is used where it works, and left alone where --gpu chooses a simulated
// one. Where it is to be used, `turn` is opened, and put into the plan of a run.
bool gpu_choose(GpuChoice *gpu, GpuTurn *turn, const RunChoices *choices, RunPlan *plan, char *error,
                size_t error_size);

// The same in a turn on the GPU, which is opened for it and stays open: a probe, too, would disturb a time
// that another grading measures.
GpuChoice gpu_probe_in_turn(const char *device_program, GpuTurn *turn, bool quiet);

// Asks `device --probe-gpu`, a process of its own: a broken driver may crash it or hang, and neither is more
// than an answer.
GpuChoice gpu_probe_now(const char *device_program);

// The ids of the simulated GPUs that can be modelled, in alphabetical order, `most` at most; answers how many. The model
// reads the machine code of compute capability 7.0 and up.
int gpu_list(const char *device_program, char ids[][32], int most);

#endif

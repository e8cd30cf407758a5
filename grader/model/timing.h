// Numbers of a GPU that the model of time needs, beside those that gpus/gpu.h has.
#ifndef WARPBOOK_MODEL_TIMING_H
#define WARPBOOK_MODEL_TIMING_H

#include "grader/gpus/model_numbers.h"

#define MODEL_FIELD(name, value, words) double name;
typedef struct {
    MODEL_NUMBERS(MODEL_FIELD)
} Timing;
#undef MODEL_FIELD

struct GpuDescription;

// Those of that GPU: what its data file gives; else what is published of its architecture; else the H200's.
Timing timing_of(const struct GpuDescription *gpu);

#endif

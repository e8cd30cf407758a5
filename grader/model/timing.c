// The numbers of the GPU that is modelled: the H200's, and what is published of other architectures in their place.
#include "grader/model/timing.h"

#include "grader/gpus/gpu.h"

// What differs from the H200, by compute capability. Cycles of a scheduler's unit: CUDA Programming Guide, "Throughput of
// native arithmetic instructions". Latencies: V100, Jia et al. 2018 (arXiv:1804.06826); T4, Jia et al. 2019
// (arXiv:1903.07486); A100, the middle of what several publications say. Nothing of this was measured by the project.
typedef struct {
    uint32_t major, minor;
    double fma_cycles, fp64_cycles, fp64_latency;
    double l1_latency, shared_latency, l2_latency, dram_latency; // 0: the H200's
} Architecture;

static const Architecture architectures[] = {
    {7, 0, 2, 4, 8, 28, 19, 165, 210},   // V100
    {7, 5, 2, 64, 48, 32, 19, 156, 200}, // T4
    {8, 0, 2, 4, 8, 33, 23, 200, 250},   // A100
    {8, 6, 1, 64, 48, 0, 0, 0, 0},       // RTX 3060
    {8, 9, 1, 64, 48, 0, 0, 0, 0},       // RTX 4090
    {12, 0, 1, 64, 48, 0, 0, 0, 0},      // RTX 5090
};

Timing timing_of(const GpuDescription *gpu) {
#define MODEL_VALUE(name, value, words) .name = value,
    Timing t = {MODEL_NUMBERS(MODEL_VALUE)};
#undef MODEL_VALUE
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++) {
        const Architecture *a = &architectures[i];
        if (gpu->device.major != a->major || gpu->device.minor != a->minor) continue;
        t.fma_cycles = a->fma_cycles, t.fp64_cycles = a->fp64_cycles, t.fp64_latency = a->fp64_latency;
        if (a->l1_latency > 0) t.l1_latency = a->l1_latency, t.shared_latency = a->shared_latency;
        if (a->l2_latency > 0) t.l2_latency = a->l2_latency, t.dram_latency = a->dram_latency;
    }
#define MODEL_GIVEN(name, value, words)                                                                      \
    if (gpu->model_numbers[MODEL_NUMBER_##name] > 0) t.name = gpu->model_numbers[MODEL_NUMBER_##name];
    MODEL_NUMBERS(MODEL_GIVEN)
#undef MODEL_GIVEN
    return t;
}

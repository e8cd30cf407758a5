// Descriptions of GPUs: one data file each (grader/gpus/NAME.gpu), read at start.
#ifndef WARPBOOK_GPU_H
#define WARPBOOK_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "grader/contract/protocol.h"
#include "grader/gpus/model_numbers.h"

typedef struct GpuDescription {
    char id[32];              // "h200"
    DeviceDescription device; // what CUDA programs are told
    uint32_t register_unit;   // registers are given to a warp in multiples of this
    uint32_t shared_unit;     // shared memory is given to a block in multiples of this, bytes
    uint32_t schedulers;      // warp schedulers an SM; each warp belongs to one
    uint32_t registers_per_thread_max;
    uint32_t
        load_line; // bytes that a load from global memory moves at least: a cache line; 0: a sector of 32
    uint64_t dram_bytes_per_second; // peak
    uint32_t model_calibrated;      // 1: the model of time was fitted on kernels measured on this GPU
    uint64_t l1_bytes;              // of an SM, shared memory included; 0: not known
    double model_numbers[MODEL_NUMBER_COUNT]; // 0: not given
} GpuDescription;

// Reads the description called `id` ("h200"; "h200-2sm" is that GPU with two of its SMs, "h200-128threads" with blocks of at most 128
// threads, "h200-1024registers" of so many registers). False with one sentence in `error`: unknown name (and which there are), or FILE:LINE and what is wrong there.
bool gpu_load(const char *id, GpuDescription *gpu, char *error, size_t error_size);

// The ids of GPUs that there are not: GPU_INVENTED and a number in hexadecimal digits. gpu_load knows them; the same
// number gives the same GPU. A program that asks the GPU is right on them, one that knows GPUs by name is not.
#define GPU_INVENTED "invented-"

// Changes what programs are told: the name, and the numbers of SMs, threads, registers, memories and clocks.
void gpu_invent(GpuDescription *gpu, uint64_t number);

// Makes of a description that of another GPU: it has another name, and twice as much of everything but threads in a warp.
void gpu_make_another(DeviceDescription *device);

// Prints one line for each description: id, name, compute capability.
void gpu_print_list(void);

// The ids there are, in alphabetical order.
enum { GPUS_MAX = 64 };
typedef struct {
    size_t count;
    char id[GPUS_MAX][32];
} GpuIds;
void gpu_ids(GpuIds *ids);

// Reads one data file; its format is described in gpu.c. `gpu->id` becomes the file's name without ".gpu".
bool gpu_read_file(const char *path, GpuDescription *gpu, char *error, size_t error_size);
// The same for an open file, which stays open; `path` is what it is called.
bool gpu_read_stream(FILE *file, const char *path, GpuDescription *gpu, char *error, size_t error_size);

typedef struct {
    uint32_t blocks_per_sm, warps_per_sm;
    bool limited_by_warps, limited_by_registers, limited_by_shared, limited_by_blocks;
} Occupancy;

// Blocks of a kernel that one SM holds at a time, by the rules of cuda_occupancy.h. `registers` a thread (0:
// not known, no limit), `shared` bytes a block, static and dynamic together. Zero blocks: it cannot be
// launched.
Occupancy gpu_occupancy(const GpuDescription *gpu, uint32_t threads, uint32_t registers, uint64_t shared);

// Registers that a block takes where a launch is checked: those of whole warps, as if each scheduler of the SM held as
// many of its warps. A launch that takes more than device.registers_per_block is refused.
uint64_t gpu_block_registers(const GpuDescription *gpu, uint32_t threads, uint32_t registers);
// The largest block, in whole warps, that may be launched so. `registers` 0: not known, no limit.
uint32_t gpu_largest_block(const GpuDescription *gpu, uint32_t registers);

#endif

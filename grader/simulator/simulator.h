// The simulated GPU: loads PTX, holds device memory, launches kernels, and keeps what was found and counted.
#ifndef WARPBOOK_SIMULATOR_H
#define WARPBOOK_SIMULATOR_H

#include <stddef.h>

#include "grader/simulator/counters.h"
#include "grader/simulator/findings.h"
#include "grader/gpus/gpu.h"
#include "grader/simulator/memory.h"
#include "grader/simulator/race_group.h"

typedef struct {
    const volatile int *cancel; // not 0: the kernel is to stop; NULL: never
    const char *kernel;         // mangled name
    const Function *function;   // the kernel itself, where several modules have that name; NULL: by the name
    u32 grid[3], block[3];
    u64 dynamic_shared; // bytes
    const u8 *params;   // the kernel's parameter block
    size_t param_size;
    u64 budget;       // thread-instructions, 0: no limit
    bool cooperative; // blocks may meet at a grid barrier: all must be there at once
} LaunchRequest;

// CUDA's error codes, as far as a launch can end in one (driver_types.h).
enum {
    SIM_SUCCESS = 0,
    SIM_OUT_OF_MEMORY = 2,
    SIM_INVALID_VALUE = 1,
    SIM_INVALID_CONFIGURATION = 9,
    SIM_INVALID_DEVICE_FUNCTION = 98,
    SIM_INVALID_PTX = 218,
    SIM_ILLEGAL_ADDRESS = 700,
    SIM_LAUNCH_TIMEOUT = 702,
    SIM_ASSERT = 710,
    SIM_MISALIGNED_ADDRESS = 716,
    SIM_ILLEGAL_INSTRUCTION = 715,
    SIM_LAUNCH_FAILURE = 719,
    SIM_COOPERATIVE_TOO_LARGE = 720,
};

typedef struct Simulator {
    const GpuDescription *gpu;
    Arena *arena;
    Program **programs; // one a PTX module
    u32 program_count;
    u32 worker_count;
    bool details; // keep the source place of every access, for the other party of races
    struct Worker *workers;
    u32 workers_ready, worker_sites, worker_blocks;
    u64 *races;
    RaceTrail *race_trails;
    RacePool race_pool;
    u64 race_bytes; // of address space for `races`
    u64 race_pages_since; // bytes of records that launches may have touched since memory was looked at
    u64 launches;
    u64 last_spent;  // thread-instructions of the last launch
    u64 ticket_base; // the highest number that a race record may bear so far
    Allocation *workspace; // of cooperative launches: their grid barrier
    u64 clock_ns;    // modelled: what %globaltimer and events read
    CounterTable counters;
    Findings findings;
    char *printed; // text of printf in kernels that nobody has fetched yet, at most PRINTED_MAX bytes
    size_t printed_size;
} Simulator;

// `worker_count` CPU threads run blocks. Returns NULL when memory or address space runs out.
Simulator *simulator_new(const GpuDescription *gpu, u32 worker_count, bool details);
void simulator_free(Simulator *s);

// Adds a module. On failure returns false with one sentence in `error`.
bool simulator_load(Simulator *s, const char *ptx, size_t size, char *error, size_t error_size);

// The same for a module of several texts, which were compiled to be linked.
typedef struct {
    const char *text;
    size_t size;
} PtxSource;
bool simulator_load_linked(Simulator *s, const PtxSource *texts, int count, char *error, size_t error_size);

// The kernel of that mangled name, or NULL; the variable of that name, or NULL.
const Function *simulator_kernel(const Simulator *s, const char *name);
Allocation *simulator_variable(const Simulator *s, const char *name);

// The same in one module, by its number in the order of loading.
const Function *simulator_kernel_in(const Simulator *s, u32 module, const char *name);
Allocation *simulator_variable_in(const Simulator *s, u32 module, const char *name);

// Runs the kernel to its end. Returns 0 or the CUDA error that hardware gives; findings, counters and text
// are added to the simulator. A kernel with findings that are not fatal succeeds, as it does on hardware.
int simulator_launch(Simulator *s, const LaunchRequest *request);

// Would CUDA refuse this launch of the kernel? Then with which error; 0: no.
int simulator_check_launch(const Simulator *s, const LaunchRequest *request, const Function *kernel);

// Gives every allocation back and every variable its first value, as cudaDeviceReset does.
void simulator_reset_memory(Simulator *s);

// Forgets counters and findings.
void simulator_clear_report(Simulator *s);

#endif

// The simulated GPU: loads PTX, holds device memory, launches kernels, and keeps what was found and counted.
#ifndef WARPBOOK_SIMULATOR_H
#define WARPBOOK_SIMULATOR_H

#include <stddef.h>

#include "grader/simulator/counters.h"
#include "grader/simulator/findings.h"
#include "grader/gpus/gpu.h"
#include "grader/simulator/memory.h"
#include "grader/simulator/race_group.h"
#include "grader/simulator/textures.h"

// Why a kernel is to stop.
typedef enum { CANCEL_NOT, CANCEL_RUN_ENDED, CANCEL_MEMORY } Cancel;

typedef struct {
    const volatile int *cancel; // not 0: the kernel is to stop, see Cancel; NULL: never
    const char *kernel;         // mangled name
    const Function *function;   // the kernel itself, where several modules have that name; NULL: by the name
    u32 grid[3], block[3];
    u32 cluster[3];     // blocks of a cluster; 0: as the kernel has it
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
    SIM_INVALID_CLUSTER_SIZE = 912,
};

enum { DEFAULT_PENDING_LAUNCHES = 2048 }; // cudaLimitDevRuntimePendingLaunchCount

// What calls of the CUDA runtime in kernels are answered from.
typedef struct {
    void *context;
    u32 (*registers)(void *context, const Function *kernel);          // 0: not known
    int (*attribute)(void *context, uint64_t number, int64_t *value); // cudaDeviceAttr; a cudaError_t
    u32 version;                                                      // CUDART_VERSION
    u64 pending_limit;                                                // cudaLimitDevRuntimePendingLaunchCount
} DeviceRuntime;

// One of several devices: see devices.h.
typedef struct {
    u32 peers;   // bit i: its kernels may use the memory of device i
    u8 **images; // of a device that is not in use: the variables of each module
    u32 image_count;
} DeviceState;

typedef struct Simulator {
    const GpuDescription *gpu;
    Arena *arena;
    TextureTable textures;
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
    Allocation **tracked; // those that the last launch might store to, unless freed since
    u32 tracked_count, tracked_room;
    u64 unjudged_launches, unjudged_bytes; // launches in which memory did not suffice to look for races
                                           // everywhere; the most bytes that one of them left out
    u64 launches;
    u64 last_spent;        // thread-instructions of the last launch
    u64 ticket_base;       // the highest number that a race record may bear so far
    Allocation *workspace; // of cooperative launches: their grid barrier
    u64 clock_ns;          // modelled: what %globaltimer and events read
    CounterTable counters;
    Findings findings;
    DeviceState devices[MAX_DEVICES];
    u32 device_count, device; // how many there are; the one in use
    DeviceRuntime *runtime;          // NULL: kernels may launch no kernels
    struct ParameterBuffer *buffers; // children.c
    u32 buffer_count;
    Allocation *error_texts; // what cudaGetErrorString returns in kernels
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

// Runs the kernel, and all that it launches, to its end. Returns 0 or the CUDA error that hardware gives;
// findings, counters and text are added to the simulator. A kernel with findings that are not fatal succeeds,
// as it does on hardware.
int simulator_launch(Simulator *s, const LaunchRequest *request);

// Would CUDA refuse this launch of the kernel? Then with which error; 0: no.
int simulator_check_launch(const Simulator *s, const LaunchRequest *request, const Function *kernel);

// The first values of a module's variables, __managed__ ones too where `managed` says so.
void simulator_fill_variables(Simulator *s, const Program *p, bool managed);

// Forgets counters and findings.
void simulator_clear_report(Simulator *s);

#endif

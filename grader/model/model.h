// The model of time: how long a launch would take on the GPU that is described, what limits it, and how sure that is.
//
// Modelled, never measured. Instructions are those of ptxas' code; caches and schedulers are run instruction by
// instruction for the blocks of one SM (sm.h) and for sampled lines of all (second_level.h).
#ifndef WARPBOOK_MODEL_H
#define WARPBOOK_MODEL_H

#include "grader/gpus/gpu.h"
#include "grader/warpsim/warpsim.h"

typedef enum {
    BOUND_NOTHING, // the launch itself
    BOUND_BLOCKS,  // starting blocks
    BOUND_ISSUE,
    BOUND_UNIT,   // one unit: integers, double, special functions
    BOUND_SHARED, // the load-store unit and shared memory
    BOUND_L2,
    BOUND_DRAM,
    BOUND_ATOMIC,
    BOUND_LATENCY,    // waiting for memory with too few warps
    BOUND_DEPENDENCE, // waiting for the warp's own results
    BOUND_BARRIER,
    BOUND_TAIL, // too few blocks for all SMs
} Bound;

// What a source line has of a launch: of the machine instructions, and of the schedulers' cycles, those included in which they
// waited for one of the line's instructions.
typedef struct {
    const char *file;
    int line;
    double instructions_percent, time_percent;
} ModelledLine;

// What the time goes to, in percent that add up to 100. The schedulers' cycles: in which they issue; in which they wait for
// global or local memory, for shared memory and special functions, at a barrier, for a busy unit, for the queue of the load-store
// unit, for the warp's own last result; in which they have no warp. Then the launch itself.
#define MODELLED_SPENT(X)                                                                                    \
    X(issue)                                                                                                 \
    X(memory)                                                                                                \
    X(shared)                                                                                                \
    X(barrier)                                                                                               \
    X(unit)                                                                                                  \
    X(queue)                                                                                                 \
    X(dependence)                                                                                            \
    X(empty)                                                                                                 \
    X(launch)

// How busy each part of the GPU is, in percent of the time.
#define MODELLED_BUSY(X)                                                                                     \
    X(issue)                                                                                                 \
    X(integer)                                                                                               \
    X(double)                                                                                                \
    X(special)                                                                                               \
    X(l1_and_shared)                                                                                         \
    X(l2)                                                                                                    \
    X(dram)                                                                                                  \
    X(block_starts)

#define MODELLED_FIELD(name) double name##_percent;
typedef struct {
    MODELLED_SPENT(MODELLED_FIELD)
} ModelledSpent;
typedef struct {
    MODELLED_BUSY(MODELLED_FIELD)
} ModelledBusy;
#undef MODELLED_FIELD

typedef struct {
    bool known;
    char why[160]; // where it is not
    double ms, low_ms, high_ms;
    Bound bound;
    double bound_percent;     // how busy that is
    const char *unit;         // BOUND_UNIT: which
    double warp_instructions; // executed, of machine code
    double l1_hit_percent;
    double l2_read_sectors, l2_write_sectors, l2_hit_percent;
    double dram_read_bytes, dram_write_bytes;
    double occupancy_percent;   // achieved
    double theoretical_percent; // what the resident blocks come to
    uint32_t blocks_per_sm;
    const char *limit;           // what keeps the SM from holding one more: "registers", "shared memory", ...
    uint32_t registers_for_more; // a thread, with which it would; 0: registers do not limit it
    double issue_percent;        // of the issue slots
    uint32_t registers;          // a thread
    bool calibrated;             // the numbers of this GPU were fitted on kernels measured on it
    double copy_bytes_per_second; // of a device-to-device copy, read and written
    const char *file;             // the line that executes most instructions; NULL: not known
    int line;
    double line_percent; // of all
    ModelledSpent spent;
    ModelledBusy busy;
    double issue_peak;   // instructions of warps a second that all schedulers could issue
    ModelledLine *lines; // those that take most of the time first; malloc'ed, NULL: none
    uint32_t line_count;
} Modelled;

// Device memory that the program has allocated.
typedef struct {
    uint64_t address, size; // bytes
} ModelMemory;

typedef struct {
    const GpuDescription *gpu;
    const WarpsimKernel *kernel;
    const uint8_t *code; // what ptxas made of the program's text, for this GPU
    size_t code_size;
    uint64_t blocks;
    uint32_t threads, registers;
    uint64_t shared_bytes;       // of a block
    uint64_t instructions;       // of PTX, of warps, of the whole launch; 0: not known
    double dram_speed, l2_speed; // in what the GPU has; 0: 1
    const ModelMemory *memory;   // in the order of addresses; only model_launch looks at it
    uint32_t memory_count;
    bool cold; // caches hold nothing at the start; else as an equal launch before has left them
} ModelRequest;

// What of the launch is to be traced. `alone`: the other blocks need not run. NULL when memory runs out.
struct LaunchTrace *model_trace(const ModelRequest *request, bool alone);

typedef struct LaunchTrace LaunchTrace;
void model_trace_free(LaunchTrace *trace);

// For a run of `count` blocks, all of them where there are fewer: one of each of as many equal parts of the launch's grid,
// drawn by `draw`. They are only run, each warp up to `limit` instructions. NULL when memory runs out.
struct LaunchTrace *model_spread(uint64_t blocks, uint32_t count, uint64_t draw, uint64_t limit);
// The same of a single block.
struct LaunchTrace *model_single(uint64_t block, uint64_t limit);
// How many blocks ran; 0 where one of them did not come to its end.
uint64_t model_spread_blocks(const LaunchTrace *trace);

// Models the launch that was traced. out->lines is the caller's to free.
void model_launch(const ModelRequest *request, const LaunchTrace *trace, Modelled *out);

// "instruction issue", "DRAM bandwidth", ...
const char *model_bound_words(Bound bound);

#endif

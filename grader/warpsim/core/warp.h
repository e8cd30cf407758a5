// What runs: a warp, the thread block that it belongs to, the CPU worker that runs the block, and the launch.
#ifndef WARPBOOK_WARP_H
#define WARPBOOK_WARP_H

#include "grader/warpsim/core/counters.h"
#include "grader/warpsim/core/findings.h"
#include "grader/footprint/footprint.h"
#include "grader/warpsim/core/memory.h"
#include "grader/warpsim/core/operations.h"
#include "grader/warpsim/core/program.h"
#include "grader/warpsim/core/race_group.h"
#include "grader/warpsim/core/undefined_words.h"

enum {
    MAX_WARPS_PER_BLOCK = 32,
    MAX_BARRIERS = 16,
    CLUSTER_BARRIER = MAX_BARRIERS, // the number of barrier.cluster
    STACK_DEPTH = 2048,             // divergence entries of a warp, all its calls together
    CALL_DEPTH = 4096,              // device function calls of a warp
    // Bytes of register frames a warp may use (address space; touched as used).
    FRAME_SPACE = FEW_ADDRESSES ? 4 << 20 : 64 << 20,
    FRAME_STEP = 1088,            // frames of different warps start at different places of the cache
    FRAME_ROOM = FRAME_SPACE / 8, // bytes that one function may take of it
    LOCAL_SPACE = FEW_ADDRESSES ? 1 << 20 : 16 << 20,
    LOCAL_PIECE = 1024, // bytes of a thread's local memory whose records are cleared together
    LOCAL_PIECES = LOCAL_SPACE / LANES / LOCAL_PIECE,
    CACHE_LINES = 128, // two, since they are fetched in pairs
};

typedef struct ThreadBlock ThreadBlock;
typedef struct Worker Worker;
typedef struct Launch Launch;
typedef struct WarpSplit WarpSplit;
struct Warpsim;
struct Definedness;
struct HappensBefore;
struct SeenLoads;
struct BlockOrder;

// One path that waits on the reconvergence stack.
typedef struct {
    u32 mask;
    s32 block;      // where it goes on
    s32 reconverge; // where it meets the others, -1: at the end of the function
} StackEntry;

typedef struct {
    const Function *function; // the caller
    s32 return_block;
    s32 reconverge;
    u32 mask;     // lanes that called
    u32 returned; // lanes that came back
    u32 stack_base;
    u32 local_base; // the caller's local memory, bytes a thread
    const CallSite *call;
} CallFrame;

typedef enum { WARP_READY, WARP_AT_BARRIER, WARP_DONE } WarpState;

// State of one memory instruction on one worker.
typedef struct {
    const Allocation *last;        // allocation that the last access fell into
    u64 requests, shared_requests; // all; those to shared memory (a generic access may go to either)
    u64 sectors, conflicts;
    u64 excessive;           // sectors beyond what the same bytes would fill side by side
    u64 bytes, shared_bytes; // that active lanes asked for: all; those of shared memory
} SiteState;
_Static_assert(sizeof(SiteState) == 64, "one cache line a site");

// The last look of a warp at memory that others may change, see waiting.c.
typedef struct {
    u32 site; // of its instruction, plus 1; 0: something else has come since
    u32 mask;
    bool goes_on; // the running look repeats it
    u64 address[LANES];
    SiteState before; // where it repeats it: what was counted without it
} Look;

struct Warp {
    u8 *bank[4]; // see Bank
    u32 mask;    // active lanes
    u32 live;    // lanes that have not left the kernel
    u32 epoch;   // warp barriers passed
    u64 phase;   // of its own, from when its epochs have started anew: see warp_phase()
    bool fenced; // a fence lies between its last accesses and now
    u32 carry;   // the carry flag of each lane (add.cc)
    const Function *function;
    s32 block, reconverge;
    u32 stack_depth, call_depth;
    u32 local_base; // local memory of the running function, bytes a thread
    WarpState state;
    const BasicBlock *barrier;
    u32 barrier_number;
    u32 barrier_mask;      // lanes that wait there
    u32 barrier_threads;   // threads that it waits for, 0: all of the block
    u32 barrier_predicate; // what this warp brings to a barrier that reduces
    u32 index;             // in the block
    u32 lanes;             // lanes that exist at all
    u32 stored;            // lanes that have stored to global memory
    u64 instructions;      // executed, for %clock
    u64 turn;              // the value of `instructions` at which another warp has its turn
    u64 slept;             // ns in nanosleep, for %globaltimer
    bool parts;            // its lanes have come to a branch: warp_splits.c
    u32 idle;              // looks at memory in this turn that may be waiting for others to change it
    Look look;
    struct SeenLoads *seen;   // lost_updates.c; NULL: nothing yet
    u32 last_exit;            // instruction at which a lane last left the kernel, for the barrier check
    u32 way_out;              // instruction that last sent lanes to a block that only returns
    u32 exited_early;         // lanes that left, for the same
    WarpSplit *splits[LANES]; // parts of the warp that go their own ways: see warp_splits.h
    u32 split_count;
    const Op *resume;              // the split goes on here, in the middle of its block
    const Op *sync;                // the operation that waits for other lanes of the warp; NULL: none
    u32 sync_mask, sync_full_mask; // lanes that run it; those that the split has there, its guard aside
    u32 sync_members, sync_wanted; // lanes that it names; of them, those that it waits for
    bool sync_passes;
    u32 missed;                     // lanes that the operation that comes has waited for in vain
    void *family_states;            // see family.h
    bool family_states_used;        // since the warp started
    struct BlockTrace *block_trace; // trace.h; NULL: this block is not traced
    struct WarpTrace *trace;        // NULL: not in detail
    u32 line_sample;
    ThreadBlock *thread_block;
    Worker *worker;
    u8 *home, *local;   // FRAME_SPACE, LOCAL_SPACE
    u8 *frame;          // its registers: `home`, or those of a split; see warp_splits.h
    size_t frame_room;  // bytes
    u32 *local_written; // lane bits of each byte of local memory a thread
    u32 local_stored[(LOCAL_PIECES + 31) /
                     32]; // a bit for each piece in which a lane has written since the warp started
    u8 *thread_bank;
    bool tracked; // it has read unwritten memory: see definedness.h
    struct Definedness *definedness;
    StackEntry stack[STACK_DEPTH];
    CallFrame calls[CALL_DEPTH];
};

// Fixed places in BANK_THREAD.
enum {
    THREAD_TID_X = 0,
    THREAD_TID_Y = 128,
    THREAD_TID_Z = 256,
    THREAD_LANE = 384,
    THREAD_WARP = 512,
    THREAD_MASK_EQ = 640,
    THREAD_MASK_LE = 768,
    THREAD_MASK_LT = 896,
    THREAD_MASK_GE = 1024,
    THREAD_MASK_GT = 1152,
    THREAD_BANK_BYTES = 1280,
};

// Fixed places at the start of BANK_UNIFORM; the values of launch_ops and block_ops follow.
enum {
    UNIFORM_CTAID_X = 0,
    UNIFORM_CTAID_Y = 128,
    UNIFORM_CTAID_Z = 256,
    UNIFORM_NTID_X = 384,
    UNIFORM_NTID_Y = 512,
    UNIFORM_NTID_Z = 640,
    UNIFORM_NCTAID_X = 768,
    UNIFORM_NCTAID_Y = 896,
    UNIFORM_NCTAID_Z = 1024,
    UNIFORM_WARPS = 1152, // %nwarpid
    UNIFORM_SMID = 1280,
    UNIFORM_SM_COUNT = 1408,        // %nsmid
    UNIFORM_DYNAMIC_SHARED = 1536,  // %dynamic_smem_size
    UNIFORM_TOTAL_SHARED = 1664,    // %total_smem_size
    UNIFORM_GRID = 1792,            // %gridid, 64 bits
    UNIFORM_ZERO = 2048,            // registers that read as 0
    UNIFORM_DYNAMIC_BASE_32 = 2304, // where extern __shared__ arrays start, in shared memory
    UNIFORM_DYNAMIC_BASE_64 = 2432,
    UNIFORM_WORKSPACE_HIGH = 2688, // %envreg1 and %envreg2: address of the grid barrier
    UNIFORM_WORKSPACE_LOW = 2816,
    UNIFORM_CLUSTER_CTAID = 2944, // x, y, z, one row each, as in the next ones
    UNIFORM_CLUSTER_NCTAID = 3328,
    UNIFORM_CLUSTERID = 3712,
    UNIFORM_NCLUSTERID = 4096,
    UNIFORM_CLUSTER_CTARANK = 4480,
    UNIFORM_CLUSTER_NCTARANK = 4608,
    UNIFORM_RESERVED_SHARED = 4736, // %reserved_smem_offset_1
    UNIFORM_VALUES = 4864,
};

struct ThreadBlock {
    u32 index[3], linear;
    u32 threads, warps;
    u8 *shared;
    u32 shared_bytes;              // those of the launch, and the system's
    u8 *shared_written;            // one byte a byte
    u64 *shared_races;             // a record for each word of race_grain bytes, see race.h
    RaceHistory *shared_histories; // NULL without details
    u64 phase;                     // of this phase: the counter and the worker of race records
    u64 first_phase;
    u64 instruction_limit;     // of each warp, see trace.h; 0: none
    u32 arrived[MAX_BARRIERS]; // threads that have passed bar.arrive
    u32 cluster_rank;
    bool stored;              // some lane has stored to global memory
    void *family_states;      // see family.h
    struct BlockOrder *order; // where the launch is followed exactly (happens_before.h); else NULL
    Warp *warp[MAX_WARPS_PER_BLOCK];
};

// Shared memory of the system: from compute capability 8.0 on, the CUDA headers keep their barriers for
// groups of several warps there, and expect 288 bytes.
enum { RESERVED_SHARED_BYTES = 512 };

enum { SECTOR_SHIFT = 5 }; // a sector has 32 bytes
// What one block needs while it is there. A worker is at one slot; the others hold blocks that wait
// (residence.c).
typedef struct {
    ThreadBlock block;
    Warp *warps; // MAX_WARPS_PER_BLOCK, of which `warps_ready` have their memory
    u32 warps_ready;
    u8 *uniform; // BANK_UNIFORM
    u32 uniform_bytes;
    u64 launch_number; // that it was made ready for, plus 1
    bool occupied;     // its block has started and not ended
} BlockSlot;

typedef struct {
    char *text;
    size_t size, room;
    u32 block;
} PrintedText;

enum { PRINTED_MAX = 2 << 20 }; // bytes that kernels may print before somebody fetches them

struct Worker {
    _Alignas(CACHE_LINES) Launch *launch;
    u32 number;
    u64 counter;     // of phase numbers
    bool renumbered; // they have been, in this launch
    RaceGroups race_groups;
    BlockSlot slot;
    BlockSlot *others;
    u64 shared_room;           // bytes of shared memory of a slot
    bool details;              // keeps the source place of every access
    u32 other_count, rotation; // the slot that was taken up last
    SiteState *sites;
    BlockCount *blocks;
    Findings findings;
    Findings withheld;   // findings about values in global memory, as long as they do not leave the device
    Findings departures; // see Warpsim
    Findings lost;       // lost_updates.c, lanes_apart.c
    bool gave_way; // a warp of the running block has ended its turn behind a load, since it was looked at
    UndefinedWords undefined; // in shared and local memory of its blocks
    u64 undefined_steps;      // of this launch: registers that were given an undefined value
    PrintedText *printed;
    u32 printed_count, printed_room;
    u64 printed_bytes;              // by this launch
    void *family_states;            // see family.h
    u32 cluster_started;            // blocks of the running cluster that have started
    u32 stuck;                      // turns in a row in which all warps of a block waited for their cluster
    Footprint touched;              // where the launch keeps one
    u8 written_already[LANES * 16]; // where a store goes whose bytes are in memory already
    bool stop;                      // the running block must end: a fault, or the launch is over
    u64 spent;                      // thread-instructions since the last report to the launch
    u64 total_spent;                // in this launch
    u64 block_began,
        block_shown;    // stopped.c: `total_spent` as its block began; what the block had spent lately
    u64 atomic_changes; // atomic operations of this launch that have changed memory
    u64 storing_threads, storing_blocks; // of this launch, those that have stored to global memory
};

// Blocks of a launch that have come to their end: how many, thread-instructions of all, and of the longest.
typedef struct {
    u64 blocks, spent, most;
} EndedBlocks;

struct Launch {
    const Program *program;
    const Function *kernel;
    Arena *arena;
    struct Warpsim *simulator;
    void *grid_state; // what the family that launches grids keeps of this one; NULL: none
    u32 load_shift;   // loads from global memory move pieces of 2^load_shift bytes
    u32 grid[3], block[3];
    u32 cluster[3], cluster_size; // blocks of a cluster: 1 x 1 x 1 without
    u64 block_total, block_end;   // how many there are; how many of them run
    struct LaunchTrace *trace;    // NULL: not wanted
    bool samples_only;            // only blocks that the trace looks at run, and races are not judged
    u32 shared_bytes;             // static and dynamic
    u32 dynamic_shared;
    u32 reserved_shared; // behind them, where the system's part starts; 0: the program does not ask for it
    const u8 *params;
    u64 budget;     // thread-instructions, 0: no limit
    u64 look_after; // so many of a worker's, whether it is spent
    const volatile int *cancel;
    u32 worker_count;
    u32 sm_count;
    u32 race_grain;    // bytes of a word to the race check: 4, or what the kernel stores at the narrowest
    bool judge_blocks; // races between blocks are judged
    bool lanes_apart;  // warpsim_part_lanes()
    bool may_wait;     // blocks may wait for other blocks
    bool
        interleaved; // blocks have been put aside for others: a block's phase numbers do not follow each other
    bool shares_work;   // see Warpsim; then blocks are put aside, and races between them are not judged
    u32 resident_limit; // blocks that may be there at once
    u64 workspace;      // of a cooperative launch: device address of the grid barrier; else 0
    u64 *races;         // a record for each RACE_GROUP bytes of the arena
    RaceHistory *race_histories; // one for each race_grain bytes of it; NULL without details
    RacePool *race_pool;
    RaceJudgeRun *judge_run;
    int schedule;     // a WarpsimSchedule
    u64 block_step;   // from one block to the next that starts, where they are shuffled
    u64 block_window; // or the blocks that may change places; 0: none
    struct ReadOnly *
        read_only; // bytes that are loaded through the read-only data cache, or stored: read_only.h; NULL: none are both
    struct HappensBefore *order; // races are judged by happens_before.h; NULL: by race.h
    u64 oldest_record;
    bool keeps_footprint; // what it uses of device memory is noted
    u64 launch_number;
    u64 clock_base; // ns, for %globaltimer
    Worker *workers;
    // Written by all workers while they run: on cache lines of their own, away from what everyone only reads.
    _Alignas(CACHE_LINES) u64 next_block;
    u64 stop_block, spent;
    EndedBlocks ended;
};

// These lanes store to global memory. A thread counts when it does so first, and so does a block.
static inline void count_storing(Warp *w, u32 lanes) {
    const u32 first = lanes & ~w->stored;
    if (!first) return;
    w->stored |= first;
    w->worker->storing_threads += (u32)__builtin_popcount(first);
    w->worker->storing_blocks += !w->thread_block->stored;
    w->thread_block->stored = true;
}

// Where in Warp.home the kernel's frame begins.
static inline u32 warp_frame_offset(const Warp *w) {
    return w->index % 16 * FRAME_STEP;
}

static inline void *lanes_of(const Warp *w, Operand o) {
    return __builtin_assume_aligned(w->bank[o & 3] + (o & ~3u), 64);
}

static inline u32 predicate(const Warp *w, Operand o) {
    return *(const u32 *)(w->bank[o & 3] + (o & ~3u));
}

// Predicates keep their value in lanes that are not active.
static inline void set_predicate(Warp *w, Operand o, u32 value) {
    u32 *p = (u32 *)(w->bank[o & 3] + (o & ~3u));
    *p = (*p & ~w->mask) | (value & w->mask);
}

// Runs the warp until it ends, waits at a barrier or has had its turn.
void warp_run(Warp *w);

// One turn of the lanes that are on the warp's stack; and, for lanes that have nothing left to do, the next
// path of the stack. For warp_splits.c.
void warp_turn(Warp *w);
void warp_resume(Warp *w);

// The warp has passed a warp barrier. Beyond RACE_EPOCHS of them records cannot tell any more, so its part of the phase
// has another phase number.
void warp_next_epoch(Warp *w);

// What the records of the warp's accesses bear: the number of the block's phase, or the warp's own in it.
static inline u64 warp_phase(const Warp *w) {
    return w->phase > w->thread_block->phase ? w->phase : w->thread_block->phase;
}

// Gives a warp of the worker, all zeros so far, its memory; once. False when memory runs out.
bool warp_create(Warp *w, Worker *worker, u32 index);
void warp_destroy(Warp *w);

// Thread indices of the launch's blocks: once a launch.
void warp_set_threads(Warp *w, const u32 *block);

// Prepares a warp for the start of the kernel: once a block.
void warp_start(Warp *w);

// A lane has written these bytes of its local memory.
void note_local_stored(Warp *w, u64 first, u32 bytes);

// Lets a warp that waited at a barrier go on.
void warp_release(Warp *w);

// Puts a block of the launch at its start.
void thread_block_start(Worker *worker, u64 number);

// Runs it to its end. False when it comes no further: all that its warps do is to look whether something has
// changed that only another block can change.
bool thread_block_continue(Worker *worker);

// What the block's threads have done so far is ordered before what they do from now on: for the race check.
void thread_block_next_phase(Worker *worker, ThreadBlock *block);

// Looks in one turn after which a warp is taken to wait.
enum { IDLE_LOOKS = 16 };

// The lanes that have not left the kernel, of all parts of the warp.
u32 warp_live_lanes(const Warp *w);

#endif

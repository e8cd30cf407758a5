// A decoded program: dense arrays of operations that the interpreter runs a warp at a time.
//
// Decoding happens once a module. An operation is a function pointer and the places of its operands; a basic
// block is a run of operations and one way to end. Whatever can be known before the launch is settled here.
#ifndef WARPBOOK_PROGRAM_H
#define WARPBOOK_PROGRAM_H

#include "grader/ptx/ptx.h"
#include "grader/warpsim/core/lane_constants.h"

typedef struct Warp Warp;
typedef struct Op Op;
typedef void OpRun(Warp *w, const Op *op);

// One operation on 32 lanes. 64 bytes: one cache line.
struct Op {
    OpRun *run;
    Operand d, a, b, c; // result and sources
    Operand more[4];    // further results or sources: vector accesses, carries, masks
    s64 imm;            // address offset, or whatever the operation's comment says
    u32 site;           // memory accesses: index of the access site (counters, last allocation)
    u32 instruction;    // index of the PTX instruction in its function, for the source line
    u8 width;           // memory accesses: bytes of one element
    u8 count;           // memory accesses: elements a lane (1, 2 or 4)
    u8 kind;            // operation-specific
    u8 flags;           // operation-specific
    u8 memory; // MEMORY_LOAD and so on: loads, stores and atomics whose values are tracked (definedness.h)
};

enum { MEMORY_NONE, MEMORY_LOAD, MEMORY_STORE, MEMORY_ATOMIC };

typedef enum {
    END_FALL,    // goes on in the next block
    END_JUMP,    // unconditional branch
    END_BRANCH,  // conditional branch: taken where the predicate is set
    END_TABLE,   // brx.idx: one target a lane
    END_RETURN,  // ret: from a device function, or the end of the thread in a kernel
    END_EXIT,    // exit
    END_CALL,    // a device function
    END_BARRIER, // bar.sync and friends
    END_TRAP,    // trap
} BlockEnd;

typedef struct {
    u32 first_op, op_count;
    u32 first_instruction, instruction_count; // PTX instructions, the last one included
    BlockEnd end;
    u32 end_instruction; // PTX instruction that ends the block, for the source line
    bool end_negated;    // END_BRANCH: taken where the predicate is not set
    bool end_guarded;    // END_RETURN, END_EXIT, END_TRAP, END_CALL: only lanes of the predicate
    Operand predicate;   // END_BRANCH and guarded ends
    Operand selector;    // END_TABLE: index; END_CALL through a pointer: address
    s32 target;          // END_JUMP, END_BRANCH: block index
    s32 next;            // block that follows in the text; -1 at the end
    s32 reconverge;      // where the lanes of a branch meet again: block index, -1 for nowhere (see flow.c)
    bool leaves;         // goes straight to the function's end
    const s32 *targets;  // END_TABLE
    u32 target_count;
    struct CallSite *call;       // END_CALL
    struct BarrierSite *barrier; // END_BARRIER
} BasicBlock;

typedef struct BarrierSite {
    enum { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_AND, BARRIER_OR, BARRIER_POPC, BARRIER_CLUSTER } kind;
    Operand id;             // u32, the same in all lanes
    bool has_threads;       // a thread count is given
    Operand threads;        // u32
    Operand source, result; // reductions
    bool source_negated;
} BarrierSite;

typedef struct Function Function;

// Parameter memory of a call: rows of 32 words, row r holds bytes 4r..4r+3 of every lane.
typedef struct CallSite {
    Function *callee; // NULL: through a pointer
    u32 param_count, result_count;
    Operand *params; // caller's rows, in order
    u32 *param_rows; // how many
    Operand *results;
    u32 *result_rows;
} CallSite;

// One register of a frame, or one row of parameter memory.
typedef struct FrameRow {
    u32 offset;
    u32 lane_bytes; // 4 or 8; 0: a predicate, one bit a lane
} FrameRow;

struct Function {
    const PtxFunction *ptx;
    const char *display_name; // demangled where it could be
    const char *signature;    // with arguments of templates and parameters
    const struct Program *program;
    Op *ops;
    u32 op_count;
    BasicBlock *blocks;
    u32 block_count;
    u32 first_block_id;          // blocks of the whole program are numbered through, for counters
    u32 frame_bytes;             // BANK_FRAME
    u32 zero_bytes;              // of them, the first that must be zero at the start
    u32 local_bytes;             // local memory a thread, this function alone
    const char *too_large;       // why no warp has room for it; NULL: there is room
    struct FrameRow *frame_rows; // what stands in it, for warp_splits.c
    Operand *places;             // of each register of the PTX function
    u32 frame_row_count;
    u32 param_offset;           // device functions: rows of the parameters in the frame; results follow
    bool asks_for_grid_barrier; // of a cooperative launch
    bool reserved_shared;       // asks where the shared memory is that is the system's
    u32 param_rows;
    // Kernels
    u32 static_shared_bytes;
    Op *launch_ops, *block_ops; // values of BANK_UNIFORM: once a launch; once a block
    u32 launch_op_count, block_op_count;
    u32 uniform_bytes;
    bool calls;        // calls device functions
    u64 stored_params; // bit i: parameter i leads to a store; bit 62: a module variable does
    u64 read_only_params; // the same bits: leads to a load through the read-only data cache; bit 63: a pointer of unknown origin
    bool stores_anywhere; // through pointers of unknown origin
    u32 race_grain;       // bytes of the narrowest value that it stores, at most a word
    bool ordered;         // results depend on the order of blocks (floating-point atomics, used results, ...)
    bool fences;          // orders blocks by fences: races between blocks cannot be judged
    bool prints;
    bool sums_floats;                 // by atomic operations
    bool strong_loads, strong_stores; // volatile or relaxed ones, of memory that others may see
    bool takes_tickets;               // uses what an atomic operation on global memory has found there
    bool asks_active_lanes;           // __activemask()
    bool orders_parts; // has fences, locks, or barriers of a part of the block: see happens_before.h
};

// A memory instruction of the program, for counters and for the allocation it touched last.
typedef struct {
    const Function *function;
    u32 instruction;
    PtxSpace space;
    u32 low, high; // bytes of shared memory that it may use: see shared_arrays.c; at first all of it
    bool is_load, is_store;
    bool
        block_scope; // an atomic operation, or a relaxed access, for the threads of its own block alone: .cta
    bool is_texture; // of the texture unit: no request of the load-store unit
} Site;

// A text or a table that lives as long as the program.
typedef struct ProgramMemory {
    struct ProgramMemory *next;
    _Alignas(8) u8 bytes[];
} ProgramMemory;

typedef struct Program {
    PtxModule *ptx;
    u32 number;   // in the order of loading
    OpRun *watch; // runs before each instruction, see watched.c; NULL: not wanted
    Function *functions;
    u32 function_count;
    LaneConstants constants;
    Site *sites;
    u32 site_count, site_room;
    u32 block_count;         // of all functions
    u32 module_shared_bytes; // shared variables at module scope
    u64 local_bytes;         // local memory a thread, of all functions
    ProgramMemory *kept;
} Program;

// Where generic addresses of shared and local memory lie. Addresses of global and constant
// memory, from DEVICE_ADDRESS_BASE on, are generic as they are.
#define SHARED_WINDOW 0x300000000000ull
#define LOCAL_WINDOW  0x400000000000ull
#define PARAM_WINDOW  0x500000000000ull
#define KERNEL_PARAMS 0x000100000000ull // within the parameter space: the kernel's own, not those of calls
#define CODE_WINDOW   0x600000000000ull // address of function number i: CODE_WINDOW + 16 (i + 1)
#define WINDOW_SIZE   0x010000000000ull

// Shared memory of the block of rank r in the cluster lies at its addresses there with r + 1 in these bits.
enum { CLUSTER_RANK_SHIFT = 24, CLUSTER_OFFSET = (1 << CLUSTER_RANK_SHIFT) - 1 };

// Decodes a module. Module variables must have their addresses in PtxVariable.user (see memory.h) before.
// Functions with something that is not simulated are marked, not refused. Returns NULL only when memory runs
// out. Owns `ptx`. `watch`: see watched.c, NULL where not wanted.
Program *program_decode(PtxModule *ptx, OpRun *watch);
void program_free(Program *program);

// Kernel of that (mangled) name, or NULL.
Function *program_kernel(const Program *program, const char *name);

// The line of the user's from which the code that the instruction belongs to was called, where it was inlined; else its
// own line. 0: not known.
int program_call_line(const Function *f, u32 instruction);

// The line of the user's that calls the code of the place's own line, where that was inlined; 0: it was not.
int program_nearest_call_line(const Function *f, u32 instruction);

// Source place of an instruction, following inlined code out of the toolkit's headers to the user's own line.
// Returns false where the module has no line information.
bool program_source_line(const Function *f, u32 instruction, const char **file, int *line, int *column);
// The instruction itself stands in a file whose path has `part`, whatever included or called it.
bool program_stands_in(const Function *f, u32 instruction, const char *part);

// An instruction of CUB's or Thrust's own. Without line information: of their kernels.
bool program_is_of_algorithms(const Function *f, u32 instruction);

#endif

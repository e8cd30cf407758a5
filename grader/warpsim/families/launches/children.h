// Grids that kernels launch, and the copies and fills that they ask for: kept until the grid that asked has
// ended, then carried out one after the other.
//
// Nothing in a kernel can wait for its children, so this order is one that CUDA allows: work in one stream
// keeps the order of the calls, and a child sees all that was written before its launch. Tail launches come
// when all else that a grid has asked for is done, and a grid is done when its children are.
#ifndef WARPBOOK_CHILDREN_H
#define WARPBOOK_CHILDREN_H

#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/launch.h"

// Bytes in rows and planes: a copy, or a fill.
typedef struct {
    u64 to, to_pitch, to_plane;
    bool copies;
    u64 from, from_pitch, from_plane;
    u64 width, height, depth;
    u8 value; // of a fill
} Box;

typedef struct {
    const Function *kernel, *function;
    u32 instruction, thread;
    u64 launch, block;
    u32 grid[3], shape[3];
} WorkPlace;

typedef struct Work {
    struct Work *next;
    bool is_grid;
    WarpsimLaunch request; // params are the work's own
    Box box;
    WorkPlace place; // the call in the kernel
} Work;

typedef struct {
    Work *first, **end;
    u32 count;
} WorkList;

enum { HANDLE_DEAD, HANDLE_STREAM, HANDLE_EVENT };
enum { FIRST_HANDLE = 0x1000, MOST_HANDLES = 1 << 16 };

// A grid that runs, or whose children do.
typedef struct Grid {
    struct Grid *parent;
    WorkList work, tail;
    u8 *handles; // streams and events that the grid has made
    u32 handle_count;
} Grid;

// Where the arguments of a launch are put together: memory that kernels may store to.
typedef struct ParameterBuffer {
    Allocation *memory;
    u64 room;
    bool taken;
    WarpsimLaunch request;
} ParameterBuffer;

// What the family keeps of a simulator and of a warp.
typedef struct {
    ParameterBuffer *buffers;
    u32 buffer_count;
    Allocation *error_texts; // what cudaGetErrorString returns in kernels
} LaunchState;

typedef struct {
    u32 last_error[LANES]; // what cudaGetLastError says in a kernel
} LaunchWarp;

extern Family launches_family;

static inline LaunchState *launch_state(const Warpsim *s) {
    return state_in(s->family_states, &launches_family, OF_SIMULATOR);
}

static inline LaunchWarp *launch_warp(Warp *w) {
    return state_of_warp(w, &launches_family);
}

// A launch of the host's, and all that its kernels launch: see Family.launch.
int launch_with_children(Warpsim *s, const WarpsimLaunch *request);

// Adds a piece of work. False when memory runs out. `params` is copied.
bool children_add(Grid *grid, bool tail, const Work *work);

// Memory for the parameters of a launch, or NULL.
ParameterBuffer *children_parameters(Warpsim *s, const WarpsimLaunch *request);
ParameterBuffer *children_buffer_at(Warpsim *s, u64 address); // NULL: nothing was given out there

#endif

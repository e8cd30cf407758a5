// warpsim: a simulated NVIDIA GPU as a library. It reads PTX, holds device memory, runs kernels with all checks
// on and counts what a profiler counts. A program that uses it: examples/warpsim/.
// A result that is an int is a CUDA error number (cudaError_t; 0: success). Where false is a failure, `error` has
// one sentence; without `error` memory ran out. Sizes are bytes, addresses device addresses. What is returned
// belongs to the Warpsim and lives as long as it does. A Warpsim is for one thread at a time.
#ifndef WARPSIM_H
#define WARPSIM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(default)
typedef struct Warpsim Warpsim;
typedef struct GpuDescription WarpsimGpu;                    // SMs, limits, clocks of a GPU
typedef struct Function WarpsimKernel;                       // a __global__ function of a module
enum { WARPSIM_ANY = -1, WARPSIM_LEVELS = 18 };              // any module; levels of a texture at most
enum { WARPSIM_HEAP = 8 << 20, WARPSIM_PENDING = 2048 };     // limits that CUDA starts with: see below
enum { WARPSIM_PORTABLE_CLUSTER = 8, WARPSIM_CLUSTER = 16 }; // blocks of a cluster; where asked for
// The GPU of this name ("h200"), or of a description NAME.gpu; free() it after warpsim_end. NULL: see `error`.
WarpsimGpu *warpsim_gpu(const char *name, char *error, size_t error_size);
// `workers` CPU threads run blocks, no result depends on their number. `details`, with one: both sides of a race are told. NULL: no memory.
Warpsim *warpsim_new(const WarpsimGpu *gpu, uint32_t workers, bool details);
void warpsim_end(Warpsim *s);
bool warpsim_reserve(Warpsim *s); // addresses for checks of all its memory; false: not to be had
// ---- Modules, numbered from 0 in the order of loading
// PTX as nvcc writes it. Several texts, compiled with -rdc=true, are linked to one module.
bool warpsim_load(Warpsim *s, const char *ptx, size_t size, char *error, size_t error_size);
bool warpsim_load_linked(Warpsim *s, const char **ptx, const size_t *sizes, int n, char *error, size_t size);
void warpsim_unload(Warpsim *s); // the last one, which nothing uses any more; after warpsim_clear
int warpsim_modules(const Warpsim *s);
// By the mangled name, in a module, or for WARPSIM_ANY in the first that has it. NULL: none.
const WarpsimKernel *warpsim_kernel(const Warpsim *s, int module, const char *name);
typedef struct {
    const char *name, *display_name, *signature; // mangled; demangled, without parameters; with them
    int module, parameters, target;              // the last: compute capability that the PTX was made for, 75
    uint64_t parameter_bytes, static_shared_bytes, threads_max; // the last by __launch_bounds__, or 0
    uint64_t local_bytes, module_local_bytes; // local memory a thread: its own; all functions of the module
} WarpsimKernelFacts;
WarpsimKernelFacts warpsim_kernel_facts(const WarpsimKernel *kernel);
void warpsim_parameter(const WarpsimKernel *kernel, int i, uint64_t *offset, uint64_t *size);
// ---- Device memory
typedef struct {
    uint64_t base, size; // first address, bytes
    uint32_t device;     // that it belongs to
    bool live, shared;   // false after it was freed; with the host: see warpsim_share
    bool constant, heap; // a __constant__ variable; from malloc() in a kernel
    char name[96];       // of a __device__ or __constant__ variable; else ""
    // For the caller to set; messages speak of it so:
    bool array, graders, input; // a CUDA array's; not the kernel author's; of those, one to be read
    char parameter[40];         // the kernel's parameter that points to it
    uint32_t element;           // bytes of an element
    uint64_t caller[6];         // return addresses of the host call that allocated it
    uint64_t gap;               // the simulator's own, as are the next: bytes that nothing else gets
    int live_index;
    bool initialised, tracked, parameters; // wholly written; stored to by the kernel; of a child launch
    bool device_filled;                    // a __constant__ variable that device memory was copied to
} WarpsimAllocation;
WarpsimAllocation *warpsim_allocate(Warpsim *s, uint64_t size); // unwritten; NULL: no room
bool warpsim_free(Warpsim *s, uint64_t base);                   // false: nothing live starts there
void warpsim_renew(Warpsim *s, uint64_t base);                  // what was freed is there again, unwritten
WarpsimAllocation *warpsim_variable(const Warpsim *s, int module, const char *name); // as warpsim_kernel
WarpsimAllocation *warpsim_variable_at(const Warpsim *s, int module, int i, const char **name); // NULL: end
WarpsimAllocation *warpsim_allocation_at(const Warpsim *s, int i);      // by address, live or not; NULL: end
WarpsimAllocation *warpsim_find(const Warpsim *s, uint64_t address);    // the live one around it; NULL: none
WarpsimAllocation *warpsim_nearest(const Warpsim *s, uint64_t address); // live or not; NULL: none at all
bool warpsim_contains(const Warpsim *s, uint64_t address, uint64_t size); // all in one live allocation
// Each range lies in one live allocation. A copy takes along which bytes were never written.
void warpsim_write(Warpsim *s, uint64_t to, const void *from, uint64_t size);
void warpsim_read(const Warpsim *s, void *to, uint64_t from, uint64_t size);
void warpsim_copy(Warpsim *s, uint64_t to, uint64_t from, uint64_t size);
void warpsim_fill(Warpsim *s, uint64_t to, int byte, uint64_t size);
// Values that come from memory never written become findings: where the host looks; all others, as results.
void warpsim_look_outside(Warpsim *s, uint64_t address, uint64_t size);
void warpsim_look_at_the_end(Warpsim *s);
uint8_t *warpsim_bytes(const Warpsim *s, uint64_t address); // on the host; warpsim_write notes that they came
// Bytes: of the address space, allocatable, allocated on all devices, and on the one in use.
typedef enum { WARPSIM_CAPACITY, WARPSIM_LIMIT, WARPSIM_USED, WARPSIM_USED_HERE } WarpsimBytes;
uint64_t warpsim_memory(const Warpsim *s, WarpsimBytes which);
void warpsim_set_heap(Warpsim *s, uint64_t bytes); // for malloc() in kernels; WARPSIM_HEAP at first
// Memory that the host sees too: pages of a file, each byte at its address minus the lowest device address.
void warpsim_set_file(Warpsim *s, int file);
int warpsim_file(const Warpsim *s);                   // -1: none
bool warpsim_share(Warpsim *s, WarpsimAllocation *a); // false: no room
WarpsimAllocation *warpsim_allocate_shared(Warpsim *s, uint64_t size, uint64_t offset_in_page);
// ---- Launches
typedef enum { WARPSIM_GO_ON, WARPSIM_STOP, WARPSIM_STOP_MEMORY } WarpsimCancel; // asked; memory is short
typedef struct {
    const char *kernel;                     // mangled name
    const WarpsimKernel *function;          // or the kernel itself
    uint32_t grid[3], block[3], cluster[3]; // cluster 0: as the kernel has it
    uint64_t dynamic_shared;
    const uint8_t *params; // values at the offsets of warpsim_parameter
    size_t param_size;
    uint64_t budget;     // thread-instructions; 0: no limit
    bool cooperative;    // its blocks may wait for each other
    uint64_t shared_max; // bytes of shared memory that a block may have; 0: all that can be asked for
    uint32_t cluster_max, registers; // blocks of a cluster, likewise; registers of a thread, 0: not known
    const volatile int *cancel;      // a WarpsimCancel that is looked at now and then; NULL: none
    struct LaunchTrace *trace;       // receives what chosen blocks do (core/trace.h); NULL: not asked for
    struct Footprint *footprint;     // receives which bytes it uses; NULL: not asked for
} WarpsimLaunch;
// Runs the kernel, and all that it launches, to its end. Findings that are not fatal are no failure.
int warpsim_launch(Warpsim *s, const WarpsimLaunch *launch);
// Would it be refused? Then with this error; a clause `why` (300 bytes), a sentence `next` (240), a finding's `facts`; or NULL.
int warpsim_check_launch(const Warpsim *s, const WarpsimLaunch *l, char *why, char *next, uint32_t *facts);
int warpsim_cluster(const Warpsim *s, const WarpsimLaunch *launch, uint32_t shape[3]); // of its `function`
uint64_t warpsim_launches(const Warpsim *s, uint64_t *spent); // begun so far; thread-instructions of the last
// The order of warps and blocks. In another than the first nothing is counted, and only races are found; in the last, lost updates.
typedef enum { WARPSIM_IN_ORDER, WARPSIM_REVERSED, WARPSIM_SHUFFLED, WARPSIM_INTERLEAVED } WarpsimSchedule;
void warpsim_set_schedule(Warpsim *s, WarpsimSchedule schedule);
void warpsim_set_order(Warpsim *s, WarpsimSchedule order); // likewise, but counted, and all is kept
bool warpsim_sums_floats(const Warpsim *s); // a launched kernel has atomic sums of floats: their order shows
bool warpsim_order_matters(const Warpsim *s, bool of_lanes); // can the last, or one of lanes, tell more?
void warpsim_part_lanes(Warpsim *s, bool apart); // in the last order: they do not meet again behind branches
bool warpsim_lost_updates(const Warpsim *s);     // by volatile accesses, in the last order
void warpsim_doubt_strong_accesses(Warpsim *s);  // results depend on the order: unordered ones race, too
void warpsim_forgo_races(Warpsim *s);            // from now on, those in global memory: only results matter
char *warpsim_take_text(Warpsim *s, size_t *size); // of kernels, 2 MiB at most; the caller's; or NULL
size_t warpsim_text_size(const Warpsim *s);
void warpsim_add_text(Warpsim *s, int file, size_t size); // from the start of a file
uint64_t warpsim_clock(Warpsim *s, uint64_t ns); // moves the modelled clock there, by 1 ns at least; its time
// What the CUDA runtime answers kernels that call it; without it they may launch nothing.
typedef struct {
    void *context;
    uint32_t (*registers)(void *, const WarpsimKernel *, uint64_t block); // 0: not known, or room anyway
    int (*attribute)(void *context, uint64_t number, int64_t *value);     // cudaDeviceAttr
    uint32_t version;                                                     // CUDART_VERSION
    uint64_t pending_limit; // launches that may wait at a time: WARPSIM_PENDING
} WarpsimRuntime;
void warpsim_set_runtime(Warpsim *s, const WarpsimRuntime *runtime); // the caller's own
void warpsim_set_devices(Warpsim *s, uint32_t count); // equal, with one map of memory; variables on each
uint32_t warpsim_devices(const Warpsim *s, uint32_t *in_use); // how many; `in_use` may be NULL
bool warpsim_use_device(Warpsim *s, uint32_t device);
void warpsim_reset_device(Warpsim *s);                   // the one in use, as cudaDeviceReset
bool warpsim_peer(Warpsim *s, uint32_t peer, bool flip); // may the one in use reach it? After flipping that
// ---- What was found and counted since the last warpsim_clear
typedef struct {
    int check;                     // warpsim_check_name
    bool fatal;                    // the kernel was stopped
    uint64_t count, launch, block; // occurrences; number of the launch; linear index
    const WarpsimKernel *kernel, *function, *other_function, *wait_function; // runs; has it, the other, wait
    uint32_t instruction, call_line;  // of `function`: warpsim_source_line; the call it is inlined into, or 0
    uint32_t grid[3], shape[3];       // blocks of the grid, threads of a block
    bool has_other, other_has_thread; // the other access of a race, the other way to a barrier
    uint32_t other_instruction, thread, other_thread; // linear indices in the block
    uint32_t facts, absent; // bits: warpsim_fact_name; 1 + the thread that a barrier waits for in vain, or 0
    uint32_t wait_instruction, wait_left, wait_most; // for copies; groups it left open, and might have left
    int64_t bytes, at, room; // of the access; where, of how many bytes or elements; `room` 0: not known
    uint64_t other_block, caller[6];              // the latter of the allocation in question; 0: none
    char other_what[64], message[400], next[240]; // "wrote it"; what happened; what to do about it
} WarpsimFinding;
const WarpsimFinding *warpsim_finding(const Warpsim *s, int i);   // NULL: the end
const WarpsimFinding *warpsim_departure(const Warpsim *s, int i); // a barrier without threads that had left
uint64_t warpsim_findings_left_out(const Warpsim *s);             // places beyond 256
const char *warpsim_check_name(int check);                        // "out-of-bounds"
const char *warpsim_fact_name(int n);                             // of bit n: "past-end"; NULL: the end
bool warpsim_source_line(const WarpsimKernel *f, uint32_t instruction, const char **file, int *line, int *x);
bool warpsim_is_users_file(const char *path); // not the toolkit's or the system's
// Kernel i over all launches, its source line k, its k-th size of blocks; false: the end. Counter n is
// warpsim_counter_name(n). `shared`: bytes of a block at most. `threads` 0: further sizes were not kept.
bool warpsim_counts(const Warpsim *s, int i, const WarpsimKernel **k, const uint64_t **c, uint32_t *shared);
bool warpsim_line(const Warpsim *s, int i, int k, const char **file, int *line, const uint64_t **counters);
bool warpsim_shape(const Warpsim *s, int i, int k, uint32_t *threads, uint32_t *dynamic_shared);
// Launches of kernel i, by configuration; those that stored to global memory, by blocks and counts. false: the end.
typedef struct {
    uint64_t launches;        // how many; 0, at the end: further ones were not kept
    const uint64_t *counters; // of all of a configuration (block 0: of all further ones), else of each
    uint32_t block[3], shared_bytes, grid[3], dynamic_shared; // the last two of a configuration
} WarpsimLaunches;
bool warpsim_configuration(const Warpsim *s, int i, int k, WarpsimLaunches *c);
bool warpsim_contribution(const Warpsim *s, int i, int k, WarpsimLaunches *c);
const char *warpsim_counter_name(int n);                      // "global_load_sectors"; NULL: the end
uint64_t warpsim_unjudged(const Warpsim *s, uint64_t *bytes); // launches not wholly looked at for races
void warpsim_clear(Warpsim *s);
// ---- Textures and surfaces
// clang-format off
typedef enum { WARPSIM_BUFFER /* memory that tex1Dfetch() reads */, WARPSIM_1D, WARPSIM_2D, WARPSIM_3D,
               WARPSIM_1D_LAYERED, WARPSIM_2D_LAYERED, WARPSIM_CUBE, WARPSIM_CUBE_LAYERED, WARPSIM_SHAPES } WarpsimShape;
// clang-format on
typedef enum { WARPSIM_SIGNED, WARPSIM_UNSIGNED, WARPSIM_FLOAT } WarpsimTexel; // cudaChannelFormatKind
typedef enum { WARPSIM_WRAP, WARPSIM_CLAMP, WARPSIM_MIRROR, WARPSIM_BORDER } WarpsimAddress;
typedef struct {
    bool is_surface;
    uint8_t shape; // WarpsimShape
    struct WarpsimTexels {
        uint8_t channels, bits, kind; // 1, 2 or 4 channels of 8, 16 or 32 bits; WarpsimTexel
    } format;
    uint32_t level_count;
    struct WarpsimImage {
        uint64_t address;              // of the first texel
        uint32_t width, height, depth; // texels, 1 or more; layers and faces of cubes count as depth
        uint64_t pitch, slice;         // bytes from row to row, from slice to slice
    } level[WARPSIM_LEVELS];
    uint8_t address_mode[3]; // how a texture is read (cudaTextureDesc): WarpsimAddress of x, y, z
    bool linear, linear_levels, normalized_coordinates, normalized_values, srgb; // linear: filters
    float border[4], level_bias, level_min, level_max;
} WarpsimTexture;
uint64_t warpsim_add_texture(Warpsim *s, const WarpsimTexture *texture); // the kernels' handle; 0: no memory
bool warpsim_remove_texture(Warpsim *s, uint64_t handle, bool surface);  // false: no such object
#pragma GCC visibility pop
#endif

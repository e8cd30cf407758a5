// Registers, local and shared memory of kernels, as ptxas counts them.
//
// PTX's own registers are unlimited and say nothing: only the assembler knows how many registers a thread
// gets, and with that how many blocks an SM can hold. Where ptxas is missing or fails, the counts are not
// known and occupancy is worked out without them; nothing else depends on it.
#ifndef WARPBOOK_REGISTERS_H
#define WARPBOOK_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *kernel;          // mangled name
    uint32_t registers;    // a thread; 0: not known
    int arch;              // they were counted for: 90 for 9.0. Not the one asked for where ptxas lacks that
    uint32_t barriers;     // named barriers a block
    uint64_t shared_bytes; // declared in the kernel, a block
    uint64_t local_bytes;  // a thread: stack of the kernel and of what it calls
    uint64_t spill_store_bytes, spill_load_bytes;
} KernelUsage;

typedef struct {
    KernelUsage *kernels;
    size_t count;
    char target[24]; // the GPU they were counted for: "sm_90"
    char *printed;   // what ptxas has said
    uint8_t *code;   // what ptxas made: an ELF file, with the line of PTX of each instruction; NULL: not kept
    size_t code_size;
} RegisterCounts;

// Assembles PTX for compute capability `arch` (90 for 9.0), with at most `registers_max` registers a thread (nvcc's
// -maxrregcount; 0: no limit); where ptxas refuses that, for the PTX's own
// .target. False with one sentence in `error`; `out` is then empty. It takes at most 20 s for each of the
// two.
bool registers_of_kernels(const char *ptx, size_t size, int arch, int registers_max, RegisterCounts *out,
                          char *error, size_t error_size);

// A copy of the PTX without its other kernels: functions and variables stay. malloc'ed, NULL when memory runs
// out.
char *ptx_of_kernel(const char *ptx, size_t size, const char *kernel, size_t *out_size);

// Takes the counts out of what `ptxas -v` prints, of CUDA 11 to 13. Lines that it does not know are passed
// over.
bool registers_parse(const char *text, RegisterCounts *out);

// Gives each kernel the `arch` of the counts' target.
void registers_set_arch(RegisterCounts *counts);

const KernelUsage *registers_find(const RegisterCounts *counts, const char *kernel);
void registers_free(RegisterCounts *counts);

// Counts that were asked for before, failures too: ptxas runs once for a module and an architecture,
// and once for each kernel of a large module. Starts zeroed.
typedef struct {
    struct RegisterCacheEntry *entries;
    size_t count;
    int kept_fd; // what other processes of the grading have asked: kept_counts.h; 0: none
} RegisterCache;

// The usage of one kernel of this PTX, or NULL where it is not known; `error` (may be NULL) then says why.
const KernelUsage *register_cache_find(RegisterCache *cache, const char *ptx, size_t size, int arch,
                                       int registers_max, const char *kernel, char *error, size_t error_size);
// The code of a kernel that register_cache_find() knows, NULL where it was not kept. Owned by the cache.
const uint8_t *register_cache_code(RegisterCache *cache, const char *ptx, size_t size, int arch,
                                   int registers_max, const char *kernel, size_t *code_size);
void register_cache_free(RegisterCache *cache);

#endif

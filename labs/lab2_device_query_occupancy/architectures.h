// The SMs of eight architectures, and the random kernels that TODO 2.2 is tried with on them.
//
// The limits are those of NVIDIA's CUDA Programming Guide 13, "Compute Capabilities"; the units, the
// partitions and the number of blocks are those of cuda_occupancy.h of CUDA 13.0. All have 65536 registers an
// SM, given to a warp in units of 256, in four partitions. tests/lab2 holds this table against the
// descriptions in grader/gpus.
#ifndef WARPBOOK_LAB2_ARCHITECTURES_H
#define WARPBOOK_LAB2_ARCHITECTURES_H

#include <stdbool.h>

#include "common/sm_limits.h"

typedef struct {
    int major, minor; // compute capability
    const char *gpu;  // one that has it
    SmLimits sm;
} Architecture;

enum { ARCHITECTURE_COUNT = 8 };

// clang-format off
static const Architecture ARCHITECTURES[ARCHITECTURE_COUNT] = {
    //                    threads warp         regis-  unit       shared of                         re-
    //                    a block size warps blocks ters parts    an SM       of a block   unit  served
    {7, 0, "v100",    {1024, 32, 64, 32, 65536, 256, 4,  96 * 1024,  96 * 1024, 256, 0}},
    {7, 5, "t4",      {1024, 32, 32, 16, 65536, 256, 4,  64 * 1024,  64 * 1024, 256, 0}},
    {8, 0, "a100",    {1024, 32, 64, 32, 65536, 256, 4, 164 * 1024, 163 * 1024, 128, 1024}},
    {8, 6, "rtx3060", {1024, 32, 48, 16, 65536, 256, 4, 100 * 1024,  99 * 1024, 128, 1024}},
    {8, 9, "rtx4090", {1024, 32, 48, 24, 65536, 256, 4, 100 * 1024,  99 * 1024, 128, 1024}},
    {9, 0, "h100",    {1024, 32, 64, 32, 65536, 256, 4, 228 * 1024, 227 * 1024, 128, 1024}},
    {10, 0, "b200",   {1024, 32, 64, 32, 65536, 256, 4, 228 * 1024, 227 * 1024, 128, 1024}},
    {12, 0, "rtx5090", {1024, 32, 48, 24, 65536, 256, 4, 100 * 1024, 99 * 1024, 128, 1024}},
};
// clang-format on

// The architecture of random kernel number i among those of one generation, which take turns.
static inline const Architecture *architecture_of(int major, int i) {
    const Architecture *of_generation[ARCHITECTURE_COUNT];
    int count = 0;
    for (int a = 0; a < ARCHITECTURE_COUNT; ++a)
        if (ARCHITECTURES[a].major == major) of_generation[count++] = &ARCHITECTURES[a];
    return of_generation[i % count];
}

// Is random kernel number i one of an SM that nobody has built? Each third round is: no table of GPUs, and no library that
// knows them by their compute capability, answers for it.
static inline bool is_invented(int i) {
    return i / ARCHITECTURE_COUNT % 3 == 2;
}

// The limits that kernel number i is asked about; `random` makes the invented ones, which differ in all but the warp.
static inline SmLimits limits_of(int major, int i, unsigned random) {
    SmLimits sm = architecture_of(major, i)->sm;
    if (!is_invented(i)) return sm;
    random = random * 2654435761u >> 4;
    sm.warps = 20 + (int)(random % 45);
    sm.blocks = 6 + (int)(random / 45 % 27);
    sm.registers = 16384 * (2 + (int)(random / 1215 % 4));
    sm.register_unit = 128 << random / 4860 % 3;
    sm.partitions = 1 << random / 23 % 3;
    sm.threads_per_block = 512 << random / 29 % 2;
    sm.shared = 1024 * (40 + (int)(random / 14580 % 180));
    sm.shared_unit = 64 << random / 7 % 4;
    // So much that a kernel that asks for none is limited by it now and then.
    if (sm.shared_reserved) sm.shared_reserved = 512 * (1 + (int)(random / 11 % 16));
    sm.shared_per_block = sm.shared - sm.shared_reserved;
    if (random / 31 % 2)
        sm.shared_per_block = sm.shared_per_block / 2 / 1024 * 1024; // as on compute capability 5.2 and 6.1
    return sm;
}

// Bytes of shared memory a block with which 1 to 8 blocks fill the SM's to the last unit; with `more`, one byte past
// that, which costs a whole unit: who does not round up to units, or rounds down, is wrong here and nowhere else.
static inline int shared_to_the_brim(const SmLimits *sm, int random, bool more) {
    int bytes = sm->shared / (1 + random % 8) / sm->shared_unit * sm->shared_unit - sm->shared_reserved;
    return (bytes > 0 ? bytes : 0) + more;
}

// A kernel from random numbers, shaped so that each resource is the scarce one now and then: most real blocks
// are small multiples of a warp, and most use little shared memory or none. A quarter lie on the edge of `sm`.
static inline KernelNeeds random_kernel(const SmLimits *sm, int threads, int registers, int shared,
                                        int shape) {
    static const int share[4] = {0, 16, 4, 1}; // of `shared`: none, a sixteenth, a quarter, all
    if (shape & 1) threads = (threads + 31) / 32 * 32;
    if (shape & 2) threads = threads / 8 + 1;
    if (shape & 4) registers = registers / 4 + 8;
    if ((shape & 96) == 96)
        return (KernelNeeds){threads, registers, shared_to_the_brim(sm, shared, shape & 8)};
    if ((shape & 112) ==
        64) // so small that nothing but the slots limits it, or what is reserved of each block
        return (KernelNeeds){1 + threads % 32, 8 + registers % 24, 0};
    int part = share[shape >> 3 & 3];
    return (KernelNeeds){threads, registers, part ? shared / part : 0};
}

#endif

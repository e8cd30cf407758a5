// What an SM has for the blocks that run on it, and what a kernel's blocks need: the calculator of lab 2,
// TODO 2.2.
#ifndef WARPBOOK_SM_LIMITS_H
#define WARPBOOK_SM_LIMITS_H

typedef struct {
    int threads_per_block; // the most
    int warp_size;         // threads
    int warps;             // that the SM can hold
    int blocks;            // that the SM can hold
    int registers;         // of the SM
    int register_unit;     // a warp gets a multiple of this many registers
    int partitions;        // of the SM: each has its share of the registers, and whole warps live in it
    int shared;            // bytes of the SM
    int shared_per_block;  // bytes, the most, when the program asks for it
    int shared_unit;       // a block gets a multiple of this many bytes
    int shared_reserved;   // bytes that the system takes of each block's own
} SmLimits;

typedef struct {
    int threads;   // a block, at least 1
    int registers; // a thread, at least 1
    int shared;    // bytes a block
} KernelNeeds;

// What runs out first. Bits, for several can run out together.
enum { LIMIT_WARPS = 1, LIMIT_REGISTERS = 2, LIMIT_SHARED = 4, LIMIT_BLOCKS = 8 };

typedef struct {
    int blocks; // of the kernel that one SM holds at a time; 0: the kernel cannot be launched
    int limits; // LIMIT_ bits of every resource that allows no more blocks than that
} SmOccupancy;

#ifdef __cplusplus
extern "C" {
#endif

SmOccupancy sm_occupancy(SmLimits sm, KernelNeeds kernel);

#ifdef __cplusplus
}
#endif

#endif

// Lab 1's questions about blocks and warps: the types of the answers, and the functions that give them.
#ifndef WARPBOOK_WARP_ARITHMETIC_H
#define WARPBOOK_WARP_ARITHMETIC_H

// The sizes of a block, as in dim3 block(x, y, z).
typedef struct {
    int x, y, z;
} BlockShape;

// A thread's place in its block, as threadIdx.x, .y and .z: range [0, size) in each axis.
typedef struct {
    int x, y, z;
} ThreadIndex;

typedef struct {
    int warps; // that the block takes
    int lanes; // that these warps have, 32 each
    int idle;  // of these lanes, those without a thread
} BlockWarps;

typedef struct {
    int warp; // of the block, counted from 0
    int lane; // of the warp, range [0, 32)
} WarpPlace;

#ifdef __cplusplus
extern "C" {
#endif

BlockWarps warps_of_block(BlockShape block);
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block);

// Both answers for many threads, each in a block of its own.
void warps_and_places(const BlockShape *block, const ThreadIndex *thread, int count, BlockWarps *warps,
                      WarpPlace *place);

#ifdef __cplusplus
}
#endif

#endif

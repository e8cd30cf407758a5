// WRONG: idle holds the threads of the last warp
// EXPECT test: 1.1/x=33,y=1,z=1
// EXPECT pass: 1.1/x=32,y=1,z=1
// EXPECT says: idle is the number of threads in the last warp, not of its lanes that have no thread

#include "common/grid.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    int threads = block.x * block.y * block.z, warps = ceil_div(threads, 32);
    return {warps, 32 * warps, threads % 32};
}

#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

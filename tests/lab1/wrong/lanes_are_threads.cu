// WRONG: the lanes are taken for the threads
// EXPECT test: 1.1/x=33,y=1,z=1
// EXPECT says: lanes holds the number of threads

#include "common/grid.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    int threads = block.x * block.y * block.z, warps = ceil_div(threads, 32);
    return {warps, threads, 32 * warps - threads};
}

#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

// WRONG: the block's z is left out
// EXPECT test: 1.1/x=10,y=10,z=3
// EXPECT pass: 1.1/x=40,y=2,z=1
// EXPECT says: the block's z is missing

#include "common/grid.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    int threads = block.x * block.y, warps = ceil_div(threads, 32);
    return {warps, 32 * warps, 32 * warps - threads};
}

#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

// WRONG: each row of the block is given warps of its own
// EXPECT test: 1.1/x=40,y=2,z=1
// EXPECT test: 1.1/count=300
// EXPECT pass: 1.1/x=33,y=1,z=1

#include "common/grid.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    int warps = ceil_div(block.x, 32) * block.y * block.z;
    return {warps, 32 * warps, 32 * warps - block.x * block.y * block.z};
}

#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

// WRONG: a warp is added even where the threads fill the last one
// EXPECT test: 1.1/x=32,y=1,z=1
// EXPECT test: 1.1/x=1024,y=1,z=1
// EXPECT pass: 1.1/x=33,y=1,z=1
// EXPECT says: a warp is added even where the threads fill the last one

#include "common/grid.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    int threads = block.x * block.y * block.z, warps = threads / 32 + 1;
    return {warps, 32 * warps, 32 * warps - threads};
}

#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

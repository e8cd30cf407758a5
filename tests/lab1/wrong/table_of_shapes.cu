// WRONG: the answers for the fixed shapes stand in a table
// EXPECT test: 1.1/count=300
// EXPECT pass: 1.1/x=1,y=1,z=1
// EXPECT pass: 1.1/x=33,y=1,z=1
// EXPECT pass: 1.1/x=40,y=2,z=1
// EXPECT pass: 1.1/x=16,y=16,z=4
// EXPECT score: 93

#include "common/grid.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    static const int table[][4] = {{1, 1, 1, 1},    {32, 1, 1, 1}, {33, 1, 1, 2},    {40, 2, 1, 3},
                                   {10, 10, 3, 10}, {7, 5, 3, 4},  {1024, 1, 1, 32}, {16, 16, 4, 32}};
    for (const int *row : table)
        if (row[0] == block.x && row[1] == block.y && row[2] == block.z)
            return {row[3], 32 * row[3], 32 * row[3] - block.x * block.y * block.z};
    return {1, 32, 0};
}

#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

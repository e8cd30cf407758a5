// WRONG: a row is taken to have block.y threads
// EXPECT test: 1.1/x=41,y=2,z=1
// EXPECT test: 1.1/x=5,y=7,z=3
// EXPECT pass: 1.1/x=8,y=8,z=8
// EXPECT says: the thread's y is multiplied by the block's size in y

#include "tests/lab1/right_block.cuh"

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    int number = thread.z * block.x * block.y + thread.y * block.y + thread.x;
    return {number / 32, number % 32};
}

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

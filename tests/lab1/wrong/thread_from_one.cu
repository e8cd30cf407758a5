// WRONG: the threads are numbered from 1
// EXPECT test: 1.1/x=64,y=1,z=1
// EXPECT says: the threads are counted from 1

#include "tests/lab1/right_block.cuh"

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    int number = (thread.z * block.y + thread.y) * block.x + thread.x + 1;
    return {number / 32, number % 32};
}

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

// WRONG: the threads are numbered with z running fastest
// EXPECT test: 1.1/x=5,y=7,z=3
// EXPECT test: 1.1/x=8,y=8,z=8
// EXPECT pass: 1.1/x=64,y=1,z=1
// EXPECT says: the threads are counted with z running fastest, where it should be x

#include "tests/lab1/right_block.cuh"

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    int number = (thread.x * block.y + thread.y) * block.z + thread.z;
    return {number / 32, number % 32};
}

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

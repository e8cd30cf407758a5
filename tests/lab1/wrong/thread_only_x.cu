// WRONG: only the thread's x is used
// EXPECT test: 1.1/x=41,y=2,z=1
// EXPECT pass: 1.1/x=64,y=1,z=1
// EXPECT says: only the thread's x is used

#include "tests/lab1/right_block.cuh"

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    (void)block;
    return {thread.x / 32, thread.x % 32};
}

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

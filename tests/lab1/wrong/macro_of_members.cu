// WRONG: a macro of the members of its parameters has no parentheses around its sum
// EXPECT test: 1.1/x=41,y=2,z=1
// EXPECT cause: The macro `NTH` has no parentheses around its text

#include "common/warp_arithmetic.h"
#include "tests/lab1/right_block.cuh"

#define NTH(at, of) at.x + of.x * (at.y + of.y * at.z) // <-- HERE

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace place = {0, 0};
    // TODO 1.1
    place.warp = NTH(thread, block) / 32;
    place.lane = NTH(thread, block) % 32;
    // end 1.1
    return place;
}

#include "tests/lab1/many_blocks.cuh"

#include "tests/lab1/right_by_parity.cuh"
#include "tests/lab1/right_two_paths.cuh"

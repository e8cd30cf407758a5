// Right warp arithmetic, for test submissions that are about kernels.
#include "tests/lab1/right_block.cuh"
#include "tests/lab1/right_thread.cuh"

#include "tests/lab1/many_blocks.cuh"

// WRONG: points are loaded four at a time and stored one by one, by atomicExch, which is no store
// EXPECT pass: 7.1/n=67
// EXPECT test: 7.2/counter-2

#include "tests/lab7/pieces.cuh"

#define EXCHANGE(m, at) atomicExch(out + p + (at), sum.m)

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        if (inside && x > 0) EXCHANGE(x, 0);
        if (inside) EXCHANGE(y, 1), EXCHANGE(z, 2);
        if (inside && x + 4 < n) EXCHANGE(w, 3);
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"

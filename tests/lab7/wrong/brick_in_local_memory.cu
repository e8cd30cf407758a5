// WRONG: the planes of the march lie in an array that is indexed by a variable: in local memory, of which all is asked again
// EXPECT pass: 7.1/n=67
// EXPECT pass: 7.3/n=68
// EXPECT test: 7.3/counter-1

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    float4 kept[3]; // plane z lies in kept[z % 3]
    kept[(first - 1) % 3] = FOUR(p - plane), kept[first % 3] = FOUR(p);
#pragma unroll 1
    for (int z = first; z < end; ++z, p += plane) {
        kept[(z + 1) % 3] = FOUR(p + plane);
        float4 below = kept[(z - 1) % 3], here = kept[z % 3], above = kept[(z + 1) % 3];
        ROWS_BESIDE;
        SIDES;
        SUMS;
        if (!inside) continue;
        if (x > 0 && x + 4 < n) {
            STORE_FOUR;
            continue;
        }
        if (x > 0) out[p] = sum.x;
        out[p + 1] = sum.y, out[p + 2] = sum.z;
        if (x + 4 < n) out[p + 3] = sum.w;
    }
}

#include "tests/lab7/launch.cuh"

// Arithmetic of grids and blocks, for host and device code.
#ifndef WARPBOOK_GRID_H
#define WARPBOOK_GRID_H

#ifdef __CUDACC__
#define WARPBOOK_HOST_DEVICE __host__ __device__
#else
#define WARPBOOK_HOST_DEVICE
#endif

// The number of pieces of `size` that cover `count`: count / size, rounded up. For count >= 0 and size > 0.
// ceil_div(33, 32) is 2: one full piece and one that is mostly idle.
WARPBOOK_HOST_DEVICE static inline int ceil_div(int count, int size) {
    return count / size + (count % size != 0);
}

#endif

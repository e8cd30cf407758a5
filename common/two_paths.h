// Lab 1's kernels that choose by parity: the two long paths, and the entry points.
#ifndef WARPBOOK_TWO_PATHS_H
#define WARPBOOK_TWO_PATHS_H

#include "common/grid.h"

enum { PATH_ROUNDS = 16 };

// Two ways of stirring the bits of x. They stand for any two long pieces of work: PATH_ROUNDS times three
// operations each, too long for the compiler to do both and pick one. Integers, so that every order of work
// gives the same bits.
WARPBOOK_HOST_DEVICE static inline int even_path(int x) {
    unsigned v = (unsigned)x;
    for (int round = 0; round < PATH_ROUNDS; ++round) v = (v ^ v >> 15) * 0x2c1b3c6du;
    return (int)v;
}

WARPBOOK_HOST_DEVICE static inline int odd_path(int x) {
    unsigned v = (unsigned)x;
    for (int round = 0; round < PATH_ROUNDS; ++round) v = (v ^ v << 7) + 0x9e3779b9u;
    return (int)v;
}

#ifdef __cplusplus
extern "C" {
#endif

// `in` and `out` are device pointers to n ints; the kernel is started with `block` threads a block.

// out[e] = 2 * in[e] where e is even, -in[e] where e is odd.
void launch_by_parity(const int *in, int *out, int n, int block);

// out[e] = even_path(in[e]) where e is even, odd_path(in[e]) where e is odd.
void launch_two_paths(const int *in, int *out, int n, int block);

#ifdef __cplusplus
}
#endif

#endif

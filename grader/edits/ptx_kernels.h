// Device code for less work: without the kernels that nobody launches, or of one block alone.
#ifndef WARPBOOK_PTX_KERNELS_H
#define WARPBOOK_PTX_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

// Is the kernel of that mangled name, `size` bytes, wanted?
typedef bool PtxKernelWanted(const void *context, const char *name, size_t size);

// Takes all other kernels out of the text, in place: what is left loads faster, and offers fewer changes. Returns its size, with a NUL
// behind it. Functions that are no kernels stay.
size_t ptx_keep_kernels(char *ptx, size_t size, PtxKernelWanted *wanted, const void *context);

// The text as the block of that place in a grid of that size would run it, with numbers in place of blockIdx and gridDim; to be freed. NULL
// without memory.
char *ptx_of_block(const char *ptx, size_t size, const long grid[3], const long block[3], size_t *own_size);

#endif

// A long row of elements in slices, on as many threads as there are processors.
#ifndef WARPBOOK_SLICES_H
#define WARPBOOK_SLICES_H

#include <stddef.h>

enum { SLICE = 1 << 20, SLICE_THREADS = 16 };

// Does the work for elements first .. first + count - 1. Calls run beside each other, in no certain order.
typedef void SliceWork(void *context, size_t first, size_t count);

// Calls `work` once for each slice: SLICE elements, the last one what is left of `total`. At most `threads`
// threads do it, the caller's being one of them; a single slice never starts another. Returns when all is
// done.
void each_slice(size_t total, int threads, SliceWork *work, void *context);

// One for each processor that this process may use, SLICE_THREADS at most.
int slice_threads(void);

#endif

// Loads through the read-only data cache (ld.global.nc: __ldg(), or what nvcc makes of const __restrict__) of bytes that
// the same launch stores.
//
// That cache is not kept up to date: the load may give the old value, after a barrier too. "ld.global.nc" of the PTX ISA
// and the CUDA C++ Programming Guide, "Read-Only Data Cache Load Function", ask for data that nothing writes while the
// kernel runs. Looked at byte by byte, whichever of the two comes first, in launches alone where such a load may lead to
// memory that the kernel stores to; blocks then run one after the other.
#ifndef WARPBOOK_READ_ONLY_H
#define WARPBOOK_READ_ONLY_H

#include "grader/warpsim/core/simulator.h"
#include "grader/warpsim/core/access.h"

// May a load through that cache lead to memory that the kernel stores to? Marks what it may store to.
bool read_only_is_watched(Warpsim *s, const Launch *launch);

typedef struct ReadOnly ReadOnly;
ReadOnly *read_only_new(void); // NULL: no memory
bool read_only_free(
    ReadOnly *r); // may be NULL. True: memory has run out meanwhile, and bytes were not looked at

// An access to an allocation that is tracked.
void read_only_access(Warp *w, const Op *op, const Run *run, u32 element, bool write);

#endif

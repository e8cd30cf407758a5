// The race check's records in memory: reserved once, released where memory runs short.
#ifndef WARPBOOK_RACE_MEMORY_H
#define WARPBOOK_RACE_MEMORY_H

#include "grader/warpsim/core/simulator.h"

bool race_memory_reserve(Warpsim *s); // address space for all of the arena; false where there is none
void race_memory_release(Warpsim *s);
void race_memory_forget(Warpsim *s);           // all records are zero again
void race_memory_forget_histories(Warpsim *s); // what is kept for the report alone is

// Before a launch, when it is known which allocations it may store to: takes away `tracked` from those whose
// records the machine has no memory for. `grain`: bytes of data a record. False: the launch keeps no histories.
bool race_memory_fit(Warpsim *s, u32 grain);

// Bytes of the allocations that are tracked.
u64 race_tracked_bytes(const Warpsim *s);

#endif

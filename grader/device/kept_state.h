// What outlives a launch besides the grader's buffers: the variables of modules, and what the recorded work
// allocated. It is put back before each timed run: a kernel could otherwise keep its results, know an input
// again by one value, and copy instead of computing.
#ifndef WARPBOOK_KEPT_STATE_H
#define WARPBOOK_KEPT_STATE_H

#include "grader/device/device.h"

typedef struct {
    const WarpsimAllocation **variable;
    uint8_t **bytes; // of each
    int count;
} KeptState;

// Remembers what all variables hold, before the student's function is called. False: no room.
bool kept_state_take(Device *d, KeptState *s);

// Variables hold that again, and memory that the recorded work allocates what it held when it was got. A
// cudaError_t.
int kept_state_put_back(Device *d, const KeptState *s);

// Has the recorded work room to keep more than a tenth of so many bytes where nothing is put back? That is
// local memory, and the rest of the pages that allocations lie on, of which a kernel may find the address. A
// sentence for the student, or NULL. (Shared memory and the heap of malloc() are smaller than that.)
const char *kept_state_beyond(const Device *d, uint64_t bytes);

void kept_state_free(KeptState *s);

#endif

// What outlives a launch besides the grader's buffers: the variables of modules, and what the recorded work
// allocated. It is put back before each timed run, so that no run finds what an earlier one has left: a
// kernel could otherwise keep its results, know an input again by one value, and copy instead of computing.
#ifndef WARPBOOK_KEPT_STATE_H
#define WARPBOOK_KEPT_STATE_H

#include "grader/device/device.h"

typedef struct {
    const Allocation **variable;
    uint8_t **bytes; // of each
    int count;
} KeptState;

// Remembers what all variables hold, before the student's function is called. False: no room.
bool kept_state_take(Device *d, KeptState *s);

// Variables hold that again, and the memory that the recorded work allocates holds nothing of use. A
// cudaError_t.
int kept_state_put_back(Device *d, const KeptState *s);

void kept_state_free(KeptState *s);

#endif

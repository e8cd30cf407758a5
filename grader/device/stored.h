// Which bytes of device memory the work of a call writes: its kernels, and the copies that it asks for.
#ifndef WARPBOOK_STORED_H
#define WARPBOOK_STORED_H

#include <stdint.h>

#include "grader/footprint/footprint.h"
#include "grader/warpsim/warpsim.h"

// What is kept from now on; starts zeroed: nothing.
typedef struct {
    bool kept;
    Footprint bytes;
} Stored;

// Forgets what was kept, and keeps from here on.
void stored_begin(Stored *stored);

// A copy, or memory that is set.
void stored_add(Stored *stored, uint64_t address, uint64_t size);

// Around a launch: a footprint of its own, where it has none; takes over what it wrote.
void stored_before(Stored *stored, WarpsimLaunch *request);
void stored_after(Stored *stored, const WarpsimLaunch *request);

// A bit for each of `count` elements of `width` bytes from `address` on: was one of its bytes written? malloc'ed, *size bytes.
// Ends the keeping. NULL: there is no memory for it, or nothing was kept.
uint8_t *stored_answer(Stored *stored, uint64_t address, uint64_t count, uint32_t width, uint64_t *size);

#endif

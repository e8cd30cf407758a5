// Memory on behalf of one lane outside of loads and stores: strings and arguments of printf, what functions
// of the CUDA runtime read and return.
#ifndef WARPBOOK_READING_H
#define WARPBOOK_READING_H

#include "grader/warpsim/core/warp.h"

// Copies `size` bytes from a generic address; false (and zeros) where that is not memory of the lane.
bool read_generic(const Warp *w, u32 lane, u64 address, void *to, u32 size);

// The other way round: false where the lane cannot write there.
bool write_generic(Warp *w, u32 lane, u64 address, const void *from, u32 size);

// Copies a string, cut to the room.
void read_string(const Warp *w, u32 lane, u64 address, char *to, u32 room);

#endif

// An asynchronous copy (cp.async) that its thread has not waited for.
#ifndef WARPBOOK_PENDING_COPY_H
#define WARPBOOK_PENDING_COPY_H

#include "grader/warpsim/core/access.h"

struct PendingCopy {
    const Op *op;
    const Function *function;
    u64 address; // in shared memory
    u64 phase;   // of the block when it was started
    u32 group;   // of its lane
    u32 waits;   // of its lane until it was started
    u8 lane;
    u8 together; // of the first of a stretch: see copies_together
    bool over;   // its destination held something when it was started
    u8 data[MAX_ACCESS_BYTES];
    u64 from;      // in global memory
    u32 unwritten; // bit i: nobody has written byte i of the source
};

// The one to this byte of the block's shared memory, and the warp that has started it; NULL: there is none.
const struct PendingCopy *copy_to(const Warp *w, u64 byte, Warp **owner);

#endif

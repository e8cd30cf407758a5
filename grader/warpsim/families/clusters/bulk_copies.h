// Bulk copies (cp.async.bulk, cp.reduce.async.bulk) and the stores that arrive at an mbarrier (st.async,
// red.async).
//
// What goes to shared memory is read at once and written when somebody looks at the mbarrier that it arrives
// at and finds its phase not over. So a kernel that does not wait, or expects too few bytes, reads what was
// there before, or what was never written. What goes to global memory is carried out at once.
#ifndef WARPBOOK_BULK_COPIES_H
#define WARPBOOK_BULK_COPIES_H

#include "grader/warpsim/core/special.h"

enum { BULK_NOT_REDUCED = 0xff, BULK_UNIT = 16, MAX_ASYNC_VALUES = 4 };

// One instruction: Op.imm holds the address of it. Addresses are 64 bits wide, `bytes` 32.
typedef struct {
    PtxSpace to_space, from_space;
    Operand to, from, barrier;
    u64 to_offset, from_offset, barrier_offset;
    Operand bytes;
    Operand ranks; // multicast: one bit a block of the cluster
    bool multicast;
    u8 reduce;    // ATOMIC_ADD, ...
    PtxType type; // of the elements of a reduction
    u32 load_site, store_site;
    Operand value[MAX_ASYNC_VALUES]; // st.async and red.async
    u8 value_count, value_width;
} BulkOp;

void run_bulk_copy(Warp *w, const Op *op);
void run_async_store(Warp *w, const Op *op);

// Writes what waits for the mbarrier at this place of the block. True when there was anything.
bool bulk_copies_arrive(Worker *worker, ThreadBlock *block, u64 barrier);

// A copy to a byte of the block's shared memory is on its way.
bool bulk_copies_coming(const Worker *worker, const ThreadBlock *block, u64 byte);

// Forgets what is on its way to a block that has ended.
void bulk_copies_forget(Worker *worker, const ThreadBlock *block);

#endif

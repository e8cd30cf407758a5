// Happens-before, thread by thread: for kernels that order only some of their threads.
//
// Where all synchronisation is __syncthreads() and warp barriers, phases and epochs say what is ordered (race.h).
// Kernels with fences, locks or barriers of a part of the block are followed exactly, with vector clocks: each
// thread knows up to which time of every other thread all accesses lie behind it. It learns that
//   - at a barrier, from those who take part: all the block's threads, those that named it, the lanes of a mask;
//     threads that have left the kernel count as having arrived;
//   - when an atomic operation, or a volatile or relaxed load, finds what another thread stored by such an access
//     behind a fence: up to that fence. It need not have a fence of its own; programs mostly have none there. A fence, or
//     an access, whose scope is the block (__threadfence_block(), atomicAdd_block()) tells threads of that block alone.
// A fence alone orders nothing, nor does a store that no thread reads.
//
// Each word that matters keeps its last accesses: those that no later one makes redundant. The launch runs on one
// CPU thread. Of launches of more than MOST_ORDERED_THREADS threads, or that may store to more than MOST_ORDERED_BYTES,
// the beginning is followed: until half as many threads have used memory, idle ones not counted, MOST_ORDERED_WORDS words
// have been used, or MOST_ORDERED_PARTS times something was learned of a block. The rest is left to race.h, which takes each fence with a store behind it as a barrier, and does
// not judge between blocks. Where the beginning ends depends on nothing but the program and its data.
//
// In a cluster its barrier orders all threads of its blocks, and so does, for it might, each atomic, volatile or
// relaxed access to the shared memory of another block.
#ifndef WARPBOOK_HAPPENS_BEFORE_H
#define WARPBOOK_HAPPENS_BEFORE_H

#include "grader/warpsim/core/access.h"

enum { MOST_ORDERED_THREADS = 1 << 18, MOST_ORDERED_BYTES = 96 << 20, MOST_ORDERED_WORDS = 1 << 20 };
enum { MOST_ORDERED_PARTS = 1 << 26 };

typedef struct HappensBefore HappensBefore; // of a launch
typedef struct BlockOrder BlockOrder;       // of a block's threads, and of its shared memory

// NULL: no memory. `whole`: to its end, however much it does. `scoped`: with accesses that are atomic for their block alone.
HappensBefore *happens_before_new(u32 block_threads, u32 grain, bool whole, bool scoped);
void happens_before_free(HappensBefore *h);
bool order_is_full(const HappensBefore *h); // what comes now is not followed

// A block begins and ends; nothing where it is not followed.
void order_begin(Launch *launch, ThreadBlock *b);
void order_end(ThreadBlock *b);

// Lanes of the warp have met. The barrier's threads: each arrives, and goes on when all are there.
void order_meet(Warp *w, u32 lanes);
void order_arrive(Warp *w, u32 barrier, u32 lanes);
void order_open(ThreadBlock *b, u32 barrier, bool of_all); // all are there; of_all: of the block's threads
void order_leave(Warp *w, u32 barrier, u32 lanes);
void order_close(ThreadBlock *b, u32 barrier); // all have left
void order_exit(Warp *w, u32 lanes);           // from the kernel
void order_all(ThreadBlock *b);                // all threads of the block, at an mbarrier for instance
void order_cluster(Worker *worker);            // those of all blocks that the worker runs

void order_fence(Warp *w, bool for_block);

// Judges a run, as judge_global() and judge_shared() do; `memory` is what it finds there.
void order_judge(Warp *w, const Op *op, const Run *run, u32 element, bool write, bool shared,
                 const u8 *memory);

// What the lanes of a run hear from those who stored what they find; and what they say to those who will read what
// they store. An atomic operation does the first when it is checked, the second when it has stored.
void order_hear(Warp *w, const Op *op, const Run *run, u32 element, bool shared);
void order_say(Warp *w, const Op *op, const Run *run, u32 element, bool shared);

#endif

// The records behind happens_before.h: what threads know, and what words of memory remember.
#ifndef WARPBOOK_CLOCKS_H
#define WARPBOOK_CLOCKS_H

#include "grader/warpsim/core/warp.h"

// For each thread of a block the time up to which its accesses are known; 0: none. Never changed once it is shared.
typedef struct {
    u64 number; // its own
    u64 later;  // that of one that is known to cover it; 0: none is
    u32 references;
    u32 of[];
} Times;

typedef struct {
    u32 block; // linear index
    Times *times;
} KnownPart;

// What a thread knows of the threads of some blocks.
typedef struct {
    u32 references, count;
    KnownPart part[];
} Known;

Known *known_share(Known *k);
void known_release(Known *k);
u32 known_time(const Known *k, u32 block, u32 thread);
Known *known_merged(Known *a, Known *b, u32 threads);
Known *known_with(Known *k, u32 block, u32 thread, u32 time, u32 threads); // and this thread up to that time

// `fenced` is the part of it that lies behind a fence, of whichever thread: what a store may hand on. `block_fenced` is
// what a store may hand on to threads of its own block only, because the fence was __threadfence_block(); NULL where
// there was none.
typedef struct {
    Known *known, *fenced, *block_fenced;
} Knowledge;

typedef struct {
    Knowledge has;
    Known *heard; // the last that it has learned from a word
    Known
        *missed; // the last that it would have learned, had the fence of the other block been for the device
    u32 clock;   // the time of its next access; it goes on where others may learn of those before
    bool acts;   // it has used memory that is followed
} ThreadOrder;

void thread_learns(ThreadOrder *t, Known *what, bool of_block, u32 threads);
void thread_misses(ThreadOrder *t, Known *what);
void forget_knowledge(Knowledge *k);

// One access of a word.
typedef struct {
    u32 block, thread, time, site;
    bool write, atomic, update;
    bool block_scope; // atomic for the threads of its own block alone
} WordAccess;

// The accesses of a word, of four kinds, one behind the other: of two that are atomic, or that both read, nobody asks
// the order, and a word may have been read, or added to, by all threads.
typedef enum { PLAIN_WRITES, ATOMIC_WRITES, PLAIN_READS, ATOMIC_READS, ACCESS_KINDS } AccessKind;

typedef struct {
    u64 address; // generic
    WordAccess *list;
    u32 end[ACCESS_KINDS]; // of each kind
    u32 room, needed;      // places; how many accesses were left when redundant ones were last taken out
    Known *told;           // by the store whose value is there; NULL: nothing
    Known *told_block;     // and to threads of the block of that store alone
    u32 teller;            // that block
} WordOrder;

typedef struct {
    WordOrder *list; // a hash table by address
    u32 room, count;
} WordOrders;

WordOrder *words_at(WordOrders *words, u64 address);   // made where there is none; NULL: no memory
WordOrder *words_find(WordOrders *words, u64 address); // NULL: there is none
void words_free(WordOrders *words);

struct BlockOrder {
    u32 threads, block, grain;
    struct HappensBefore *launch;
    u32 cluster;                     // 0: of none
    ThreadOrder *of;                 // each thread
    Knowledge barrier[MAX_BARRIERS]; // of those who have arrived
    Knowledge gone;                  // of threads that have left the kernel
    WordOrders words;                // of shared memory
};

struct HappensBefore {
    u32 block_threads, grain;
    bool whole;       // followed to its end
    bool scoped;      // has accesses that are atomic for their block alone
    u32 acting;       // threads that have used memory so far
    u64 parts;        // of what threads were told, each time
    WordOrders words; // of global memory
    Knowledge ended;  // of blocks of this cluster that have ended
    u32 cluster;      // the one that this is
};

#endif

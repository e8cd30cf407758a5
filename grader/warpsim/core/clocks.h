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

// `fenced` is the part of it that lies behind a fence, of whichever thread: what a store may hand on.
typedef struct {
    Known *known, *fenced;
} Knowledge;

typedef struct {
    Knowledge has;
    Known *heard; // the last that it has learned from a word
    u32 clock;    // the time of its next access; it goes on where others may learn of those before
} ThreadOrder;

void thread_learns(ThreadOrder *t, Known *what, u32 threads);

// One access of a word.
typedef struct {
    u32 block, thread, time, site;
    bool write, atomic, update;
} WordAccess;

typedef struct {
    u64 address; // generic
    WordAccess *list;
    u32 count, room;
    Known *told; // by the store whose value is there; NULL: nothing
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
    ThreadOrder *of;                 // each thread
    Knowledge barrier[MAX_BARRIERS]; // of those who have arrived
    Knowledge gone;                  // of threads that have left the kernel
    WordOrders words;                // of shared memory
};

struct HappensBefore {
    u32 block_threads, grain;
    WordOrders words; // of global memory
};

#endif

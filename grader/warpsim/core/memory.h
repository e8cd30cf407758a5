// Device memory: one arena of address space, the allocations in it, and which bytes have been written.
//
// A device address minus DEVICE_ADDRESS_BASE is an offset into the arena. Pages cost nothing until touched.
// Every allocation is followed by a gap at least as large as itself, so that an access that is off by a row,
// a plane or more falls into no other allocation; freed addresses are not reused while any are
// left. Then the search goes round: through the room between live allocations, from the lowest address on.
#ifndef WARPBOOK_MEMORY_H
#define WARPBOOK_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/warpsim.h"

enum { FEW_ADDRESSES = sizeof(void *) < 8 }; // of 32 bits: all that the simulator has must fit into 4 GiB
enum { ALLOCATION_ALIGNMENT = 512 }; // what cudaMalloc gives on current GPUs; at least 256 is promised

typedef WarpsimAllocation Allocation;

typedef struct Arena {
    uint8_t *bytes;    // host address of offset 0
    uint8_t *written;  // one bit a byte
    uint64_t capacity; // bytes of address space
    uint64_t limit;    // bytes that may be allocated at once, on each device
    uint64_t used;     // bytes allocated now
    uint64_t used_by[MAX_DEVICES];
    uint32_t device; // whose memory is given out
    uint64_t next,
        end;            // offsets that are allocated next: from a freed part, or never used, up to a live one
    Allocation **list;  // ordered by base; freed ones stay until their addresses are reused
    Allocation **live;  // the live ones, in no order
    Allocation **spare; // forgotten ones, to be used for others: somebody may still point to them
    int shared_fd;      // a file whose byte N can back offset N; -1: there is none
    int count, live_count, spare_count;
    int room;            // of each of the three
    uint64_t heap_limit; // bytes that kernels may allocate at once: cudaLimitMallocHeapSize
    uint64_t heap_used;
} Arena;

// Returns NULL when the address space cannot be reserved.
Arena *arena_new(uint64_t limit);
void arena_free(Arena *arena);
// Gives half of its addresses back, before anything is allocated in it.
void arena_halve(Arena *arena);

// Returns NULL when the limit is reached. Contents are unwritten. size 0 is the caller's business.
Allocation *arena_allocate(Arena *arena, uint64_t size);

// Backs the pages of the allocation by those of Arena.shared_fd, contents kept. No other allocation has bytes
// on these pages: the gap between two is wider. All of it counts as written, since the host's stores are not
// seen.
bool arena_share(Arena *arena, Allocation *a);

// Gives these pages back, and the arena pages of its own.
bool arena_unshare(Arena *arena, Allocation *a);
// The allocation has grown by so many bytes.
void arena_count_used(Arena *arena, const Allocation *a, uint64_t bytes);

// An allocation backed so from the start, whose address has the given offset in its page.
Allocation *arena_allocate_shared(Arena *arena, uint64_t size, uint64_t page_offset);
// The same for malloc() in a kernel: no longer than the heap has room, with gaps that suit many small pieces.
Allocation *arena_allocate_in_heap(Arena *arena, uint64_t size);

// Frees the allocation that starts at `address`; false when none does. Its pages go back to the system.
bool arena_release(Arena *arena, uint64_t address);

// Makes the allocation that started at `address` live and unwritten again, for repeated work.
void arena_renew(Arena *arena, uint64_t address);

// The live allocation that contains the address, or NULL.
Allocation *arena_find(const Arena *arena, uint64_t address);

// The allocation, live or freed, nearest to the address (for messages), or NULL when there is none.
Allocation *arena_nearest(const Arena *arena, uint64_t address);

// The range lies in one live allocation.
bool arena_contains(const Arena *arena, uint64_t address, uint64_t size);

// Host address of a device address inside the arena.
static inline uint8_t *arena_at(const Arena *arena, uint64_t address) {
    return arena->bytes + (address - DEVICE_ADDRESS_BASE);
}

void arena_mark_written(Arena *arena, Allocation *a, uint64_t address, uint64_t size);

// Offset of the first byte of the range that was never written, or `size` when all were.
uint64_t arena_first_unwritten(const Arena *arena, const Allocation *a, uint64_t address, uint64_t size);

// Some byte of the range was written.
bool arena_any_written(const Arena *arena, const Allocation *a, uint64_t address, uint64_t size);

// As arena_mark_written, for kernels that run on several CPU threads at a time.
void arena_mark_written_shared(Arena *arena, uint64_t address, uint64_t size);

// Its opposite, for what was never written although a store was made. Kernels may run on several CPU threads.
void arena_mark_unwritten(Arena *arena, Allocation *a, uint64_t address, uint64_t size);

// Copies `size` bytes with what is known about them: unwritten bytes stay unwritten.
void arena_copy(Arena *arena, uint64_t to, uint64_t from, uint64_t size);

#endif

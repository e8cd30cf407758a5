// The bytes of device memory that a launch, or a copy, has read, written and changed atomically: exact, one bit
// a byte. Kept only where somebody asks for it, since it has a price at each access.
#ifndef WARPBOOK_FOOTPRINT_H
#define WARPBOOK_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

// TOUCH_ATOMIC: in a way that the host may look at meanwhile, volatile or atomic for the whole system. TOUCH_UPDATE: by an
// atomic operation that is one for the device alone; where only some blocks run (WarpsimLaunch.trace) these are TOUCH_ATOMIC, too.
typedef enum { TOUCH_READ, TOUCH_WRITE, TOUCH_ATOMIC, TOUCH_UPDATE, TOUCH_KINDS } TouchKind;

enum { FOOTPRINT_PAGE = 4096, FOOTPRINT_WORDS = FOOTPRINT_PAGE / 64 };

// A page of device memory. Each kind has FOOTPRINT_WORDS words of bits, NULL: no byte of it; a page whose bytes
// are all in has footprint_whole, which nobody may write to or free.
typedef struct {
    uint64_t number; // its first address, divided by FOOTPRINT_PAGE
    uint64_t *bits[TOUCH_KINDS];
} TouchedPage;

extern const uint64_t footprint_whole[FOOTPRINT_WORDS];

typedef struct Footprint {
    TouchedPage *pages;
    uint32_t count, room;
    uint32_t *index;      // hash table of 2 * room places: 1 + number in `pages`, 0: free
    uint32_t last;        // the page that was found last
    uint64_t words_bytes; // that the bits take
    bool lost;            // memory ran out: bytes are missing
} Footprint;

// Adds the bytes from `address` on. Where memory runs out, or the bits would take more than FOOTPRINT_MOST
// bytes, `lost` is set.
#define FOOTPRINT_MOST (512ull << 20)
void footprint_add(Footprint *f, uint64_t address, uint64_t bytes, TouchKind kind);

// Is one of the bytes from `address` on in? Then the first of them is stored in *at (may be NULL).
bool footprint_meets(Footprint *f, uint64_t address, uint64_t bytes, TouchKind kind, uint64_t *at);

// Adds all of `from`, which is empty afterwards.
void footprint_merge(Footprint *into, Footprint *from);

// Orders the pages by address, and makes bits that are all set footprint_whole. Nothing may be added afterwards.
void footprint_finish(Footprint *f);

// The bits of one kind; leaves NULL there. For those who keep them.
uint64_t *footprint_take(TouchedPage *page, TouchKind kind);

// Frees bits, but for footprint_whole.
void footprint_free_bits(uint64_t *bits);

// How many bytes are in, those of two kinds twice.
uint64_t footprint_bytes(const Footprint *f);

void footprint_clear(Footprint *f);

#endif

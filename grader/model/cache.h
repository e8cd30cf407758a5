// Caches of lines of 128 bytes in four sectors, as sets of places of which the one used longest ago is given up.
#ifndef WARPBOOK_MODEL_CACHE_H
#define WARPBOOK_MODEL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t line;        // number + 1; 0: empty
    uint8_t valid, dirty; // a bit for each sector
    uint8_t lone;         // the same: written by a warp that wrote nothing near it; L2 only
    uint8_t written[4];   // bytes of each sector, as far as they are not the whole of it
    uint32_t used;
    double ready; // when what is on its way arrives; L1 only
} CacheLine;

typedef struct {
    CacheLine *lines;
    uint32_t sets, clock;
} Cache;

enum { CACHE_WAYS = 16 };

bool cache_make(Cache *cache, uint64_t bytes);
void cache_free(Cache *cache);

// The place of a line, NULL where it is not there.
CacheLine *cache_find(Cache *cache, uint32_t line);

// A place for a line that is not there. What was in it is in *old, with line 0 where it was empty.
CacheLine *cache_take(Cache *cache, uint32_t line, CacheLine *old);

#endif

// Random numbers that are the same on every machine: splitmix64.
#ifndef WARPBOOK_RANDOM_H
#define WARPBOOK_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} Random;

static inline uint64_t random_bits(Random *r) {
    uint64_t x = r->state += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// A number below `end`.
static inline int random_below(Random *r, int end) {
    return (int)((random_bits(r) >> 32) * (uint64_t)end >> 32);
}

static inline bool random_chance(Random *r, int percent) {
    return random_below(r, 100) < percent;
}

#endif

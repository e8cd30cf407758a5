// Numbers that look drawn and follow from two others.
#ifndef WARPBOOK_DRAW_H
#define WARPBOOK_DRAW_H

#include <stdint.h>

// A number of 64 bits that depends on both and looks like none that depends on neighbours: SplitMix64 (Steele, Lea, Flood,
// "Fast splittable pseudorandom number generators", 2014), `number` steps behind the state `draw`.
static inline uint64_t drawn_number(uint64_t draw, uint64_t number) {
    uint64_t z = draw + (number + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

#endif

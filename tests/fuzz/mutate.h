// What the mutators share: libFuzzer's own mutation, and numbers that tend to matter.
#ifndef WARPBOOK_FUZZ_MUTATE_H
#define WARPBOOK_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static uint32_t mutate_state;

static inline void mutate_seed(unsigned seed) {
    mutate_state = seed * 2654435761u | 1;
}

static inline uint32_t below(uint32_t most) { // xorshift
    uint32_t x = mutate_state;
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    mutate_state = x;
    return x % most;
}

static inline uint64_t small_number(void) {
    static const uint8_t numbers[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255};
    return below(4) ? numbers[below(sizeof numbers)] : below(256);
}

// Near a power of two, small times one, near the largest.
static inline uint64_t large_number(void) {
    switch (below(3)) {
    case 0: return ((uint64_t)1 << below(64)) - below(2);
    case 1: return small_number() << below(56);
    default: return UINT64_MAX - small_number();
    }
}

#endif

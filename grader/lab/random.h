// Random data for the cases: one seed a grade run, an independent stream for every buffer of every case.
#ifndef WARPBOOK_RANDOM_H
#define WARPBOOK_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t state[4]; // xoshiro256**
} RandomStream;

// A fresh seed from the system's entropy: 53 bits, so that a program that reads JSON numbers as doubles keeps
// it.
uint64_t random_seed(void);

// What the data of a grading is made from: the seed that is shown, and the installation's secret. Who knows the
// seed alone cannot compute the data.
uint64_t random_data_seed(const uint8_t secret[16], uint64_t seed);

// The stream that belongs to these names and numbers under `seed`: the same ones give the same stream, and
// one stream tells nothing about another. `what`
// names the case ("launch_stencil n=33").
RandomStream random_stream(uint64_t seed, const char *what, const char *buffer, int round);

static inline uint64_t rotate_left(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

// Here, so that it is part of the loops that fill arrays.
static inline uint64_t random_bits(RandomStream *stream) {
    uint64_t *s = stream->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

// [0, 1)
static inline double random_unit(RandomStream *stream) {
    return (double)(random_bits(stream) >> 11) * 0x1p-53;
}

uint64_t random_below(RandomStream *stream, uint64_t bound); // 0 .. bound-1

#endif

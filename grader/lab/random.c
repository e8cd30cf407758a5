// SipHash to part the streams, xoshiro256** for the values in each (by Blackman and Vigna, a public domain
// algorithm).
#include "grader/lab/random.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "grader/contract/draw.h"
#include "grader/lab/siphash.h"

// Takes one more number into a running state.
static uint64_t absorb(uint64_t state, uint64_t number) {
    return drawn_number(state ^ number, 0);
}

uint64_t random_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) == sizeof seed) return seed >> 11;
    // A kernel without getrandom: still different at each run, which is what fresh data needs.
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return absorb(absorb((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec), (uint64_t)getpid()) >> 11;
}

uint64_t random_data_seed(const uint8_t secret[16], uint64_t seed) {
    return siphash(secret, &seed, sizeof seed);
}

// A submission sees the values of one stream, and could compute its state from them: that must not lead it to
// the streams of other buffers and rounds.
RandomStream random_stream(uint64_t seed, const char *what, const char *buffer, int round) {
    uint8_t key[16] = "........warpbook";
    char text[200];
    RandomStream stream;
    memcpy(key, &seed, sizeof seed);
    for (int i = 0; i < 4; i++) {
        const int length = snprintf(text, sizeof text, "%d %d %s %s", i, round, buffer, what);
        stream.state[i] = siphash(key, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
    }
    return stream;
}

// The bias of the multiplication is below 2^-40 for every bound that a case has.
uint64_t random_below(RandomStream *stream, uint64_t bound) {
    return (uint64_t)(((unsigned __int128)random_bits(stream) * bound) >> 64);
}

// splitmix64 to spread the seed, xoshiro256** for the streams (both by Blackman and Vigna, public domain
// algorithms).
#include "grader/lab/random.h"

#include <stddef.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// Takes one more number into a running state.
static uint64_t absorb(uint64_t state, uint64_t number) {
    state ^= number;
    return splitmix(&state);
}

static uint64_t absorb_text(uint64_t state, const char *text) {
    size_t length = 0;
    for (; text[length]; length++) state = absorb(state, (unsigned char)text[length]);
    return absorb(state, length);
}

uint64_t random_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) == sizeof seed) return seed >> 11;
    // A kernel without getrandom: still different at each run, which is what fresh data needs.
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return absorb(absorb((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec), (uint64_t)getpid()) >> 11;
}

RandomStream random_stream(uint64_t seed, const char *what, const char *buffer, int round) {
    uint64_t state = absorb_text(splitmix(&seed), what);
    state = absorb_text(state, buffer);
    state = absorb(state, (uint64_t)round);
    RandomStream stream;
    for (int i = 0; i < 4; i++) stream.state[i] = splitmix(&state);
    return stream;
}

static uint64_t rotate_left(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

uint64_t random_bits(RandomStream *stream) {
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

double random_unit(RandomStream *stream) {
    return (double)(random_bits(stream) >> 11) * 0x1p-53;
}

// The bias of the multiplication is below 2^-40 for every bound that a case has.
uint64_t random_below(RandomStream *stream, uint64_t bound) {
    return (uint64_t)(((unsigned __int128)random_bits(stream) * bound) >> 64);
}

// SipHash-2-4, as the paper has it.
#include "grader/lab/siphash.h"

#include <string.h>

enum { WORD = 8, ROUNDS = 2, LAST_ROUNDS = 4 };

static uint64_t rotate(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

static void add_rotate(uint64_t *a, uint64_t *b, int by) {
    *a += *b;
    *b = rotate(*b, by) ^ *a;
}

static void mix(uint64_t v[4], int rounds) {
    while (rounds--) {
        add_rotate(&v[0], &v[1], 13);
        add_rotate(&v[2], &v[3], 16);
        v[0] = rotate(v[0], 32);
        add_rotate(&v[2], &v[1], 17);
        add_rotate(&v[0], &v[3], 21);
        v[2] = rotate(v[2], 32);
    }
}

// Little-endian, as the machines that the jail knows.
static uint64_t word_at(const uint8_t *bytes, size_t size) {
    uint64_t word = 0;
    memcpy(&word, bytes, size);
    return word;
}

static void take(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    mix(v, ROUNDS);
    v[0] ^= word;
}

uint64_t siphash(const uint8_t key[16], const void *text, size_t size) {
    const uint8_t *at = text;
    const uint64_t low = word_at(key, WORD), high = word_at(key + WORD, WORD);
    uint64_t v[4] = {low ^ 0x736f6d6570736575, high ^ 0x646f72616e646f6d, low ^ 0x6c7967656e657261,
                     high ^ 0x7465646279746573};
    for (size_t left = size; left >= WORD; left -= WORD, at += WORD) take(v, word_at(at, WORD));
    take(v, word_at(at, size % WORD) | (uint64_t)size << 56);
    v[2] ^= 0xff;
    mix(v, LAST_ROUNDS);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

// SHA-256, as FIPS 180-4 describes it.
#include "grader/text/sha256.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

// The first 32 bits behind the point of the square roots (initial values) and cube roots (round constants) of the first
// prime numbers.
static uint32_t fraction(long double root) {
    return (uint32_t)((root - floorl(root)) * 4294967296.0L);
}

typedef struct {
    uint32_t state[8], constant[ROUNDS];
} Sha256;

static void start(Sha256 *s) {
    for (int n = 0, candidate = 2; n < ROUNDS; candidate++) {
        int divisor = 2;
        while (divisor * divisor <= candidate && candidate % divisor) divisor++;
        if (divisor * divisor <= candidate) continue;
        if (n < 8) s->state[n] = fraction(sqrtl(candidate));
        s->constant[n++] = fraction(cbrtl(candidate));
    }
}

static void take_block(Sha256 *s, const uint8_t *bytes) {
    uint32_t w[ROUNDS], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
               (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(v, s->state, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t a = v[0], e = v[4];
        const uint32_t one = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                             ((e & v[5]) ^ (~e & v[6])) + s->constant[i] + w[i];
        const uint32_t two =
            (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) s->state[i] += v[i];
}

void sha256(const void *data, size_t size, uint8_t digest[SHA256_BYTES]) {
    const uint8_t *bytes = data;
    uint8_t last[2 * BLOCK] = {0};
    Sha256 s;
    start(&s);
    size_t at = 0;
    for (; at + BLOCK <= size; at += BLOCK) take_block(&s, bytes + at);
    const size_t rest = size - at, end = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    if (rest) memcpy(last, bytes + at, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++) last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    for (at = 0; at < end; at += BLOCK) take_block(&s, last + at);
    for (int i = 0; i < SHA256_BYTES; i++) digest[i] = (uint8_t)(s.state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_base64(const void *bytes, size_t size, char text[SHA256_BASE64]) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t digest[SHA256_BYTES + 1] = {0};
    sha256(bytes, size, digest);
    for (int i = 0; i < 11; i++) {
        const uint8_t *d = digest + (size_t)3 * (size_t)i;
        const uint32_t bits = (uint32_t)d[0] << 16 | (uint32_t)d[1] << 8 | (i < 10 ? d[2] : 0);
        for (int k = 0; k < 4; k++) text[4 * i + k] = letters[bits >> (18 - 6 * k) & 63];
    }
    text[43] = '=';
    text[44] = 0;
}

// A cursor over untrusted bytes: reading past the end yields zeros and marks the cursor as bad.
//
// Every read either advances by at least one byte or sets `bad`, so a loop that stops on `bad` always ends.
#ifndef WARPBOOK_BYTES_H
#define WARPBOOK_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const uint8_t *next, *end;
    bool bad; // something was read that is not there
} Bytes;

static inline Bytes bytes_of(const uint8_t *data, size_t size) {
    return (Bytes){.next = data, .end = data ? data + size : data};
}

static inline size_t bytes_left(const Bytes *b) {
    return b->bad ? 0 : (size_t)(b->end - b->next);
}

// Advances over `size` bytes and returns where they start, NULL when there are fewer.
static inline const uint8_t *bytes_take(Bytes *b, uint64_t size) {
    if (bytes_left(b) < size) {
        b->bad = true;
        return NULL;
    }
    const uint8_t *start = b->next;
    if (size > 0) b->next += size; // an empty cursor may have no address
    return start;
}

// A cursor over the next `size` bytes alone; `b` moves on behind them.
static inline Bytes bytes_split(Bytes *b, uint64_t size) {
    const uint8_t *start = bytes_take(b, size);
    return start ? bytes_of(start, size) : (Bytes){.bad = true};
}

// An unsigned little-endian number of 1 to 8 bytes.
static inline uint64_t bytes_number(Bytes *b, int width) {
    const uint8_t *p = bytes_take(b, (uint64_t)width);
    uint64_t value = 0;
    for (int i = 0; p && i < width; i++) value |= (uint64_t)p[i] << (8 * i);
    return value;
}

static inline uint8_t bytes_u8(Bytes *b) {
    return (uint8_t)bytes_number(b, 1);
}
static inline uint16_t bytes_u16(Bytes *b) {
    return (uint16_t)bytes_number(b, 2);
}
static inline uint32_t bytes_u32(Bytes *b) {
    return (uint32_t)bytes_number(b, 4);
}
static inline uint64_t bytes_u64(Bytes *b) {
    return bytes_number(b, 8);
}

// DWARF's variable-length numbers; bits above the 64th are dropped.
static inline uint64_t bytes_uleb(Bytes *b) {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = bytes_u8(b);
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        shift = shift < 64 ? shift + 7 : shift;
    } while (byte & 0x80);
    return value;
}

static inline int64_t bytes_sleb(Bytes *b) {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = bytes_u8(b);
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        shift = shift < 64 ? shift + 7 : shift;
    } while (byte & 0x80);
    if (shift < 64 && (byte & 0x40)) value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

// A NUL-terminated string inside the bytes, NULL when its end is missing.
static inline const char *bytes_string(Bytes *b) {
    size_t left = bytes_left(b);
    const uint8_t *nul = left ? memchr(b->next, 0, left) : NULL;
    if (!nul) {
        b->bad = true;
        return NULL;
    }
    return (const char *)bytes_take(b, (uint64_t)(nul - b->next) + 1);
}

#endif

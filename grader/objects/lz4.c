// Unpacks an LZ4 block: a sequence of literal runs, each followed by a copy of bytes that were unpacked
// before.
#include "grader/objects/lz4.h"

enum { SHORTEST_MATCH = 4, NIBBLE_CONTINUES = 15 };

// A length starts in four bits of the token; 15 there, and then each byte of 255, says that more follows.
static size_t run_length(Bytes *block, size_t nibble) {
    size_t length = nibble;
    uint8_t more = nibble == NIBBLE_CONTINUES ? 255 : 0;
    while (more == 255) {
        more = bytes_u8(block);
        length += more;
    }
    return length;
}

bool lz4_unpack(Bytes block, char *out, size_t size) {
    size_t done = 0;
    while (bytes_left(&block)) {
        uint8_t token = bytes_u8(&block);
        size_t literals = run_length(&block, token >> 4);
        const uint8_t *from = bytes_take(&block, literals);
        if (!from || literals > size - done) return false;
        memcpy(out + done, from, literals);
        done += literals;
        if (bytes_left(&block) == 0) break; // the last sequence has no match

        size_t distance = bytes_u16(&block);
        size_t match = run_length(&block, token & 15) + SHORTEST_MATCH;
        if (block.bad || distance == 0 || distance > done || match > size - done) return false;
        // Byte by byte: a match may reach into what it is itself writing.
        for (size_t end = done + match; done < end; done++) out[done] = out[done - distance];
    }
    return !block.bad && done == size;
}

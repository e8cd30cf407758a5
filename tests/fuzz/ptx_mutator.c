// Changes PTX by statements, operands and words: one more, one less, one in another's place. libFuzzer's own
// changes, with the dictionary, come in between.
#include <ctype.h>
#include <stdio.h>

#include "tests/fuzz/mutate.h"

enum { PIECE_BYTES = 256 };

typedef struct {
    size_t from, to;
} Range;

static bool is_word(uint8_t c) {
    return isalnum(c) || strchr("%._$", c) != NULL;
}

static bool ends_statement(uint8_t c) {
    return c == ';' || c == '{' || c == '}';
}

// Around a random place. A word: a register, a number, or an instruction with its suffixes.
static Range random_word(const uint8_t *data, size_t size) {
    Range r = {below((uint32_t)size), 0};
    for (int tries = 16; tries-- && (!data[r.from] || !is_word(data[r.from]));)
        r.from = below((uint32_t)size);
    for (r.to = r.from; r.to < size && data[r.to] && is_word(data[r.to]);) r.to++;
    while (r.from > 0 && data[r.from - 1] && is_word(data[r.from - 1])) r.from--;
    return r;
}

// A suffix with its dot, or else the whole word.
static Range random_suffix(const uint8_t *data, size_t size) {
    Range r = random_word(data, size);
    const size_t length = r.to - r.from;
    size_t dot = length ? r.from + below((uint32_t)length) : r.from;
    while (dot > r.from && data[dot] != '.') dot--;
    if (dot == r.from) return r;
    r.from = dot;
    for (r.to = dot + 1; r.to < size && isalnum(data[r.to]);) r.to++;
    return r;
}

static Range random_statement(const uint8_t *data, size_t size) {
    Range r = {below((uint32_t)size), 0};
    for (r.to = r.from; r.to < size && !ends_statement(data[r.to]);) r.to++;
    if (r.to < size) r.to++;
    while (r.from > 0 && !ends_statement(data[r.from - 1])) r.from--;
    return r;
}

// From a comma up to the next, or to the end of the operands.
static Range random_operand(const uint8_t *data, size_t size) {
    const Range none = {0, 0};
    Range r = {below((uint32_t)size), 0};
    while (r.from > 0 && data[r.from] != ',') r.from--;
    if (data[r.from] != ',') return none;
    for (r.to = r.from + 1; r.to < size && !strchr(",;)}]", data[r.to]);) r.to++;
    return r;
}

// Puts bytes in the place of a range; the input as it was where there is no room.
static size_t replace(uint8_t *data, size_t size, size_t most, Range r, const void *bytes, size_t count) {
    if (size - (r.to - r.from) + count > most) return size;
    memmove(data + r.from + count, data + r.to, size - r.to);
    memcpy(data + r.from, bytes, count);
    return size - (r.to - r.from) + count;
}

static size_t take_piece(const uint8_t *data, Range r, uint8_t piece[PIECE_BYTES]) {
    const size_t count = r.to - r.from < PIECE_BYTES ? r.to - r.from : PIECE_BYTES;
    memcpy(piece, data + r.from, count);
    return count;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    uint8_t piece[PIECE_BYTES];
    char number[32];
    size_t count;
    Range to;
    mutate_seed(seed);
    const uint32_t what = below(12);
    if (what < 4 || size == 0) return LLVMFuzzerMutate(data, size, most);
    switch (what) {
    case 4: return replace(data, size, most, random_statement(data, size), "", 0);
    case 5:
    case 6: // a statement once more, somewhere
        count = take_piece(data, random_statement(data, size), piece);
        to = random_statement(data, size);
        to.to = to.from;
        return replace(data, size, most, to, piece, count);
    case 7: return replace(data, size, most, random_operand(data, size), "", 0);
    case 8: // an operand once more
        count = take_piece(data, random_operand(data, size), piece);
        to = random_operand(data, size);
        to.to = to.from;
        return replace(data, size, most, to, piece, count);
    case 9:
        count = take_piece(data, random_suffix(data, size), piece);
        return replace(data, size, most, random_suffix(data, size), piece, count);
    case 10:
        snprintf(number, sizeof number, "%lld", (long long)(below(2) ? small_number() : large_number()));
        return replace(data, size, most, random_word(data, size), number, strlen(number));
    default:
        count = take_piece(data, random_word(data, size), piece);
        return replace(data, size, most, random_word(data, size), piece, count);
    }
}

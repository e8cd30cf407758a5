// What one instruction makes of its sources in one thread: integers, bits, floating point, conversions.
//
// Written from the descriptions in NVIDIA's "PTX ISA" alone, in the shape that they have there.
#ifndef WARPBOOK_EVALUATE_H
#define WARPBOOK_EVALUATE_H

#include "tests/differential/ptx_lines.h"

// The result of the instruction for sources `s` (as many bits of each as count), not yet cut to the size of
// the register that it goes to. `carry` is the thread's carry flag. False: not an instruction of this file.
bool evaluate(const Instruction *in, const uint64_t s[6], bool *carry, uint64_t *result);

// evaluate_float.c: the same for types of floating point, and cvt.
bool evaluate_float(const Instruction *in, const uint64_t s[6], uint64_t *result);
bool evaluate_conversion(const Instruction *in, uint64_t a, uint64_t b, uint64_t *result);

// (a CMP b) of setp and set; *high is the upper half's of pairs.
bool evaluate_comparison(const Instruction *in, Type type, uint64_t a, uint64_t b);
bool evaluate_float_comparison(const Instruction *in, Type type, uint64_t a, uint64_t b);
bool evaluate_test(const Instruction *in, uint64_t a); // testp
bool evaluate_slct(const Instruction *in, uint64_t c); // slct: the first source is wanted

// What an atomic operation leaves in memory.
uint64_t evaluate_atomic(const Instruction *in, uint64_t old, uint64_t b, uint64_t c);
uint64_t evaluate_float_sum(Type type, uint64_t a, uint64_t b, bool ftz);

static inline uint64_t low_bits(uint64_t v, int bits) {
    return bits >= 64 ? v : v & ((1ull << bits) - 1);
}

static inline int64_t signed_value(uint64_t v, int bits) {
    const uint64_t sign = 1ull << (bits - 1);
    return (int64_t)((low_bits(v, bits) ^ sign) - sign);
}

#endif

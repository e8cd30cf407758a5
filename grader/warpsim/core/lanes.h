// A warp's values: 32 lanes of one register side by side, so that the compiler keeps them in vector
// registers.
#ifndef WARPBOOK_LANES_H
#define WARPBOOK_LANES_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef double f64;

enum { LANES = 32 };
#define ALL_LANES 0xffffffffu

// Runs the statement for each lane. Registers either coincide or do not overlap at all, so lanes are
// independent and the loop may become vector instructions.
#if defined(__clang__)
#define EACH_LANE(i) _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < LANES; i++)
#else
#define EACH_LANE(i) _Pragma("GCC ivdep") for (int i = 0; i < LANES; i++)
#endif

// Runs the statement for each lane of a mask, lowest first.
#define EACH_LANE_OF(mask, i)                                                                                \
    for (u32 left_##i = (mask), i; left_##i && ((i = (u32)__builtin_ctz(left_##i)), true);                   \
         left_##i &= left_##i - 1)

// Where an operand's lanes are. The two low bits choose a bank of the warp, the rest is the byte offset in
// it.
typedef u32 Operand;

typedef enum {
    BANK_FRAME,    // this warp's registers in the running function
    BANK_UNIFORM,  // values that are the same for the whole block, computed once a block (or once a launch)
    BANK_CONSTANT, // immediates
    BANK_THREAD,   // thread indices and the like, set when the warp starts
} Bank;

static inline Operand operand_in(Bank bank, u32 offset) {
    return offset | (u32)bank;
}

// Bytes that a register of this many bytes takes: narrow values live in 32-bit lanes.
static inline u32 register_bytes(int size) {
    return (size > 4 ? 8u : 4u) * LANES;
}

#endif

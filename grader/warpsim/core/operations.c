// The lane-wise operations, written out from operations.def; built once for each instruction set (see ISA).
#include <math.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/isa.h"
#include "grader/warpsim/core/operations.h"
#include "grader/warpsim/core/warp.h"

static inline u32 reverse_bits_32(u32 a) {
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(a);
}

// bfind: position of the highest set bit; with .shiftamt (`top` is 31 or 63) the shift that brings it to the
// top.
static inline u32 find_bit_64(u64 a, int top) {
    if (a == 0) return ~0u;
    int bit = 63 - __builtin_clzll(a);
    return (u32)(top < 0 ? bit : top - bit);
}

// bmsk: `length` ones from bit `position` upwards.
static inline u32 bit_mask(u32 position, u32 length, bool clamp) {
    u32 p = clamp ? (position > 32 ? 32 : position) : position & 31;
    u32 n = clamp ? (length > 32 ? 32 : length) : length & 31;
    u64 ones = n >= 32 ? 0xffffffffull : (1ull << n) - 1;
    return (u32)(ones << p);
}

// szext: the low `bits` of a, extended by their sign or with zeros.
static inline u32 extend_bits(u32 a, u32 bits, bool is_signed) {
    if (bits == 0) return 0;
    if (bits > 31) return a;
    const u32 up = 32 - bits;
    return is_signed ? (u32)((s32)(a << up) >> up) : a << up >> up;
}

// bfe: `length` bits of a from `position`; bits above the register read as its sign (signed) or 0.
static inline u64 extract_bits(u64 a, u32 position, u32 length, int size, bool is_signed) {
    u32 p = position & 255, n = length & 255;
    if (n == 0) return 0;
    u64 top = (u64)size - 1;
    u64 sign_at = p + n - 1 < top ? p + n - 1 : top;
    u64 sign = is_signed ? a >> sign_at & 1 : 0;
    u64 bits = p > top ? 0 : a >> p;
    u64 have = p > top ? 0 : top - p + 1; // bits that came out of the register
    u64 keep = n < have ? n : have;
    u64 mask = keep >= 64 ? ~0ull : (1ull << keep) - 1;
    return (bits & mask) | (sign ? ~mask : 0);
}

// fns: position of the nth bit that is set, counted from `base` upwards, downwards where n is negative.
static inline u32 find_nth_set(u32 mask, u32 base, s32 n) {
    const s32 step = n < 0 ? -1 : 1;
    if (n == 0) return mask >> (base & 31) & 1 ? base : ~0u;
    u32 left = (u32)(n < 0 ? -(s64)n : n);
    for (s32 at = (s32)(base & 31); at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0) return (u32)at;
    return ~0u;
}

static inline u32 permute_bytes(u32 a, u32 b, u32 c, int mode) {
    static const u8 special[6][4] = {
        // selectors of .f4e .b4e .rc8 .ecl .ecr .rc16 for c = 0; built up below for the others
        {0, 1, 2, 3}, {0, 7, 6, 5}, {0, 0, 0, 0}, {0, 1, 2, 3}, {0, 0, 0, 0}, {0, 1, 0, 1}};
    u64 bytes = (u64)b << 32 | a;
    u32 result = 0;
    for (int i = 0; i < 4; i++) {
        u32 pick, k = c & 3;
        bool sign = false;
        switch (mode) {
        case 0: pick = c >> (4 * i) & 7, sign = c >> (4 * i) & 8; break;
        case 1: pick = (special[0][i] + k) & 7; break;
        case 2: pick = (special[1][i] + k) & 7; break;
        case 3: pick = k; break;
        case 4: pick = (u32)i < k ? k : (u32)i; break;
        case 5: pick = (u32)i < k ? (u32)i : k; break;
        default: pick = special[5][i] + 2 * (k & 1); break;
        }
        u32 byte = bytes >> (8 * pick) & 0xff;
        if (sign) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * i);
    }
    return result;
}

static inline u32 logic_of_three(u32 a, u32 b, u32 c, u32 table) {
    u32 r = 0;
    if (table & 0x01) r |= ~a & ~b & ~c;
    if (table & 0x02) r |= ~a & ~b & c;
    if (table & 0x04) r |= ~a & b & ~c;
    if (table & 0x08) r |= ~a & b & c;
    if (table & 0x10) r |= a & ~b & ~c;
    if (table & 0x20) r |= a & ~b & c;
    if (table & 0x40) r |= a & b & ~c;
    if (table & 0x80) r |= a & b & c;
    return r;
}

static inline s32 clamp_s32(s64 v) {
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (s32)v;
}

static inline s32 sign_24(u32 a) {
    return (s32)(a << 8) >> 8;
}

static inline u32 dot_bytes(u32 a, u32 b, bool a_signed, bool b_signed) {
    s32 sum = 0;
    for (int i = 0; i < 32; i += 8) {
        s32 x = a_signed ? (s8)(a >> i) : (u8)(a >> i);
        s32 y = b_signed ? (s8)(b >> i) : (u8)(b >> i);
        sum += x * y;
    }
    return (u32)sum;
}

static inline f32 bits_f32(u32 bits) {
    f32 v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline u32 f32_bits(f32 v) {
    u32 bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

// Single-precision arithmetic on the GPU makes one NaN only (PTX ISA, "Floating Point": canonical NaN).
static inline f32 canonical_f32(f32 v) {
    return v == v ? v : bits_f32(0x7fffffff);
}

// Double precision keeps a NaN's payload; the CPU's default NaN differs in the sign bit only.
static inline f64 canonical_f64(f64 v) {
    return v;
}

// .ftz: a subnormal becomes zero of the same sign.
static inline f32 flush(f32 v) {
    return bits_f32((f32_bits(v) & 0x7f800000) == 0 ? f32_bits(v) & 0x80000000 : f32_bits(v));
}

static inline f64 flush_f64(f64 v) {
    return __builtin_fabs(v) < 0x1p-1022 ? __builtin_copysign(0.0, v) : v;
}

// div.approx: a finite divisor above 2^126 gives what zero times the dividend gives.
static inline f32 approximate_quotient(f32 a, f32 b) {
    const f32 size = __builtin_fabsf(b);
    return size > 0x1p126f && size <= 0x1.fffffep127f ? a * __builtin_copysignf(0, b) : a / b;
}

static inline f32 fma_single(f32 a, f32 b, f32 c) {
    return __builtin_fmaf(a, b, c);
}

static inline f64 fma_double(f64 a, f64 b, f64 c) {
    return __builtin_fma(a, b, c);
}

// min and max: a NaN loses against a number, and -0 is less than +0.
static inline f32 min_single(f32 a, f32 b) {
    f32 r = a < b ? a : b;
    r = a == b ? bits_f32(f32_bits(a) | f32_bits(b)) : r;
    r = b != b ? a : r;
    r = a != a ? b : r;
    return canonical_f32(r);
}

static inline f32 max_single(f32 a, f32 b) {
    f32 r = a > b ? a : b;
    r = a == b ? bits_f32(f32_bits(a) & f32_bits(b)) : r;
    r = b != b ? a : r;
    r = a != a ? b : r;
    return canonical_f32(r);
}

static inline f64 min_double(f64 a, f64 b) {
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return __builtin_signbit(a) ? a : b;
    return a < b ? a : b;
}

static inline f64 max_double(f64 a, f64 b) {
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return __builtin_signbit(a) ? b : a;
    return a > b ? a : b;
}

#define UNARY(name, R, A, value)                                                                             \
    static void run_##name(Warp *w, const Op *op) {                                                          \
        R *d_ = lanes_of(w, op->d);                                                                          \
        const A *a_ = lanes_of(w, op->a);                                                                    \
        const s64 imm = op->imm;                                                                             \
        (void)imm;                                                                                           \
        EACH_LANE(i) {                                                                                       \
            const A a = a_[i];                                                                               \
            d_[i] = (R)(value);                                                                              \
        }                                                                                                    \
    }
#define BINARY(name, R, A, B, value)                                                                         \
    static void run_##name(Warp *w, const Op *op) {                                                          \
        R *d_ = lanes_of(w, op->d);                                                                          \
        const A *a_ = lanes_of(w, op->a);                                                                    \
        const B *b_ = lanes_of(w, op->b);                                                                    \
        EACH_LANE(i) {                                                                                       \
            const A a = a_[i];                                                                               \
            const B b = b_[i];                                                                               \
            d_[i] = (R)(value);                                                                              \
        }                                                                                                    \
    }
#define TERNARY(name, R, A, B, C, value)                                                                     \
    static void run_##name(Warp *w, const Op *op) {                                                          \
        R *d_ = lanes_of(w, op->d);                                                                          \
        const A *a_ = lanes_of(w, op->a);                                                                    \
        const B *b_ = lanes_of(w, op->b);                                                                    \
        const C *c_ = lanes_of(w, op->c);                                                                    \
        const s64 imm = op->imm;                                                                             \
        (void)imm;                                                                                           \
        EACH_LANE(i) {                                                                                       \
            const A a = a_[i];                                                                               \
            const B b = b_[i];                                                                               \
            const C c = c_[i];                                                                               \
            d_[i] = (R)(value);                                                                              \
        }                                                                                                    \
    }
#define COMPARE(name, A, condition)                                                                          \
    static void run_setp_##name(Warp *w, const Op *op) {                                                     \
        const A *a_ = lanes_of(w, op->a);                                                                    \
        const A *b_ = lanes_of(w, op->b);                                                                    \
        u32 bits[LANES];                                                                                     \
        EACH_LANE(i) {                                                                                       \
            const A a = a_[i];                                                                               \
            const A b = b_[i];                                                                               \
            bits[i] = (condition) ? 1u << i : 0;                                                             \
        }                                                                                                    \
        u32 result = 0;                                                                                      \
        for (int i = 0; i < LANES; i++) result |= bits[i];                                                   \
        set_predicate(w, op->d, result);                                                                     \
    }
#include "grader/warpsim/core/operations.def"
#undef UNARY
#undef BINARY
#undef TERNARY
#undef COMPARE

static void run_blend_32(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a);
    const u32 mask = w->mask;
    EACH_LANE(i) {
        d[i] = mask >> i & 1 ? a[i] : d[i];
    }
}

static void run_blend_64(Warp *w, const Op *op) {
    u64 *d = lanes_of(w, op->d);
    const u64 *a = lanes_of(w, op->a);
    const u64 mask = w->mask;
    EACH_LANE(i) {
        d[i] = mask >> i & 1 ? a[i] : d[i];
    }
}

static void run_select_32(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    const u32 p = predicate(w, op->c) ^ (op->flags ? ALL_LANES : 0);
    EACH_LANE(i) {
        d[i] = p >> i & 1 ? a[i] : b[i];
    }
}

static void run_select_64(Warp *w, const Op *op) {
    u64 *d = lanes_of(w, op->d);
    const u64 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    const u64 p = predicate(w, op->c) ^ (op->flags ? ALL_LANES : 0);
    EACH_LANE(i) {
        d[i] = p >> i & 1 ? a[i] : b[i];
    }
}

// Inserts `length` low bits of a at `position` into b; nothing above the register.
static inline u64 insert_bits(u64 a, u64 b, u32 position, u32 length, u32 size) {
    u32 p = position & 255, n = length & 255;
    if (n == 0 || p >= size) return b;
    u64 ones = n >= 64 ? ~0ull : (1ull << n) - 1;
    u64 mask = ones << p;
    return (a << p & mask) | (b & ~mask);
}

static void run_bfi_32(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b), *c = lanes_of(w, op->c),
              *n = lanes_of(w, op->more[0]);
    EACH_LANE(i) {
        d[i] = (u32)insert_bits(a[i], b[i], c[i], n[i], 32);
    }
}

static void run_bfi_64(Warp *w, const Op *op) {
    u64 *d = lanes_of(w, op->d);
    const u64 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    const u32 *c = lanes_of(w, op->c), *n = lanes_of(w, op->more[0]);
    EACH_LANE(i) {
        d[i] = insert_bits(a[i], b[i], c[i], n[i], 64);
    }
}

static void run_pair_64(Warp *w, const Op *op) {
    u64 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b);
    u64 pair[LANES];
    EACH_LANE(i) {
        pair[i] = (u64)b[i] << 32 | a[i];
    }
    memcpy(d, pair, sizeof pair);
}

static void run_split_low(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u64 *a = lanes_of(w, op->a);
    EACH_LANE(i) {
        d[i] = (u32)a[i];
    }
}

static void run_split_high(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u64 *a = lanes_of(w, op->a);
    EACH_LANE(i) {
        d[i] = (u32)(a[i] >> 32);
    }
}

#define UNARY(name, ...)   [OP_##name] = run_##name,
#define BINARY(name, ...)  [OP_##name] = run_##name,
#define TERNARY(name, ...) [OP_##name] = run_##name,
#define COMPARE(name, ...) [OP_setp_##name] = run_setp_##name,
const OpTable ISA_NAME(operations) = {
    .isa = ISA_TEXT,
    .judge_run = ISA_NAME(race_judge_run),
    .run =
        {
#include "grader/warpsim/core/operations.def"
            [OP_blend_32] = run_blend_32,
            [OP_blend_64] = run_blend_64,
            [OP_select_32] = run_select_32,
            [OP_select_64] = run_select_64,
            [OP_bfi_32] = run_bfi_32,
            [OP_bfi_64] = run_bfi_64,
            [OP_pair_64] = run_pair_64,
            [OP_split_low] = run_split_low,
            [OP_split_high] = run_split_high,
            [OP_load_32] = ISA_NAME(load_32),
            [OP_load_64] = ISA_NAME(load_64),
            [OP_load_any] = ISA_NAME(load_any),
            [OP_store_any] = ISA_NAME(store_any),
        },
};

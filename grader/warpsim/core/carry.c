// Extended-precision integers: add.cc, addc, sub.cc, subc, mad.cc, madc. The flag is one bit a lane.
#include "grader/warpsim/core/special.h"

enum { C_SUBTRACT = 1, C_MULTIPLY = 2, C_HIGH = 4, C_SIGNED = 8, C_WIDE = 16, C_IN = 32, C_OUT = 64 };

u8 carry_kind(const CarryKind *k) {
    return (u8)((k->subtract ? C_SUBTRACT : 0) | (k->multiply ? C_MULTIPLY : 0) | (k->high ? C_HIGH : 0) |
                (k->is_signed ? C_SIGNED : 0) | (k->wide ? C_WIDE : 0) | (k->carry_in ? C_IN : 0) |
                (k->carry_out ? C_OUT : 0));
}

// The half of a * b that the instruction adds.
static u64 product(u64 a, u64 b, u8 kind) {
    if (kind & C_WIDE) {
        unsigned __int128 p =
            kind & C_SIGNED ? (unsigned __int128)((__int128)(s64)a * (s64)b) : (unsigned __int128)a * b;
        return kind & C_HIGH ? (u64)(p >> 64) : (u64)p;
    }
    u64 p = kind & C_SIGNED ? (u64)((s64)(s32)a * (s32)b) : (u64)(u32)a * (u32)b;
    return kind & C_HIGH ? p >> 32 : (u32)p;
}

static u64 value(const Warp *w, Operand o, u8 kind, u32 lane) {
    return kind & C_WIDE ? ((const u64 *)lanes_of(w, o))[lane] : ((const u32 *)lanes_of(w, o))[lane];
}

void run_carry(Warp *w, const Op *op) {
    const u8 kind = op->kind;
    const int bits = kind & C_WIDE ? 64 : 32;
    EACH_LANE_OF(w->mask, i) {
        u64 a = value(w, op->a, kind, i), b = value(w, op->b, kind, i);
        const unsigned in = kind & C_IN ? w->carry >> i & 1 : 0;
        if (kind & C_MULTIPLY) {
            a = product(a, b, kind);
            b = value(w, op->c, kind, i);
        }
        unsigned __int128 sum;
        unsigned out;
        if (kind & C_SUBTRACT) {
            sum = (unsigned __int128)a - b - in;
            out = a < (unsigned __int128)b + in;
        } else {
            sum = (unsigned __int128)a + b + in;
            out = (unsigned)(sum >> bits) & 1;
        }
        if (kind & C_WIDE)
            ((u64 *)lanes_of(w, op->d))[i] = (u64)sum;
        else
            ((u32 *)lanes_of(w, op->d))[i] = (u32)sum;
        if (kind & C_OUT) w->carry = (w->carry & ~(1u << i)) | out << i;
    }
}

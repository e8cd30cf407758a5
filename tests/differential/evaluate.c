// Integer and bit instructions, one thread at a time.
#include "tests/differential/evaluate.h"

typedef __int128 Wide;

static Wide number(uint64_t v, Type t) {
    return t.kind == KIND_SIGNED ? (Wide)signed_value(v, t.bits) : (Wide)low_bits(v, t.bits);
}

// The product's half or all of it, as the instruction wants.
static uint64_t product(const Instruction *in, uint64_t a, uint64_t b, Type t) {
    const int bits = t.bits;
    if (bits == 64 && t.kind != KIND_SIGNED) {
        const unsigned __int128 p = (unsigned __int128)a * b;
        return in->words[W_hi] ? (uint64_t)(p >> 64) : (uint64_t)p;
    }
    const Wide p = number(a, t) * number(b, t);
    return in->words[W_hi] ? (uint64_t)(p >> bits) : (uint64_t)p;
}

// mul24, mad24: the low 24 bits of each; of the 48 bits the low or the high 32.
static uint64_t product_24(const Instruction *in, uint64_t a, uint64_t b, Type t) {
    t.bits = 24;
    const Wide p = number(a, t) * number(b, t);
    return in->words[W_hi] ? (uint64_t)(p >> 16) : (uint64_t)p;
}

static uint64_t clamped(Wide v, Type t) {
    const Wide high = t.kind == KIND_SIGNED ? ((Wide)1 << (t.bits - 1)) - 1 : ((Wide)1 << t.bits) - 1;
    const Wide low = t.kind == KIND_SIGNED ? -high - 1 : 0;
    return (uint64_t)(v > high ? high : v < low ? low : v);
}

// add.cc, addc, sub.cc, subc, mad.cc, madc
static uint64_t with_carry(const Instruction *in, uint64_t a, uint64_t b, Type t, bool *carry) {
    const bool subtracts = in->opcode == I_sub || in->opcode == I_subc;
    const bool takes = in->opcode == I_addc || in->opcode == I_subc || in->opcode == I_madc;
    const Wide x = (Wide)low_bits(a, t.bits), y = (Wide)low_bits(b, t.bits), c = takes && *carry ? 1 : 0;
    const Wide r = subtracts ? x - y - c : x + y + c;
    if (in->words[W_cc]) *carry = subtracts ? r < 0 : r >> t.bits != 0;
    return (uint64_t)r;
}

static uint64_t shift(const Instruction *in, uint64_t a, uint64_t b, Type t) {
    const uint64_t n = low_bits(b, 32);
    const bool is_signed = t.kind == KIND_SIGNED;
    if (in->opcode == I_shl) return n >= (uint64_t)t.bits ? 0 : a << n;
    if (n >= (uint64_t)t.bits) return is_signed && a >> (t.bits - 1) & 1 ? ~0ull : 0;
    return is_signed ? (uint64_t)(signed_value(a, t.bits) >> n) : a >> n;
}

static uint64_t funnel(const Instruction *in, uint64_t a, uint64_t b, uint64_t c) {
    c = low_bits(c, 32);
    const uint64_t n = in->words[W_clamp] ? (c < 32 ? c : 32) : c & 31;
    const uint64_t both = b << 32 | a;
    if (in->words[W_r]) return n == 32 ? b : both >> n;
    return n == 32 ? a : both << n >> 32;
}

// bfe, as its pseudocode goes
static uint64_t extract(uint64_t a, uint64_t b, uint64_t c, Type t) {
    const int msb = t.bits - 1, pos = (int)(b & 0xff), len = (int)(c & 0xff);
    const int last = pos + len - 1 < msb ? pos + len - 1 : msb;
    const uint64_t sign = t.kind != KIND_SIGNED || len == 0 ? 0 : a >> last & 1;
    uint64_t d = 0;
    for (int i = 0; i <= msb; i++) d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign) << i;
    return d;
}

static uint64_t insert(uint64_t a, uint64_t b, uint64_t c, uint64_t n, Type t) {
    const int msb = t.bits - 1, pos = (int)(c & 0xff), len = (int)(n & 0xff);
    for (int i = 0; i < len && pos + i <= msb; i++)
        b = (b & ~(1ull << (pos + i))) | (a >> i & 1) << (pos + i);
    return b;
}

static uint64_t find_highest(const Instruction *in, uint64_t a, Type t) {
    const int msb = t.bits - 1;
    if (t.kind == KIND_SIGNED && a >> msb & 1) a = low_bits(~a, t.bits);
    for (int i = msb; i >= 0; i--)
        if (a >> i & 1) return (uint64_t)(in->words[W_shiftamt] ? msb - i : i);
    return 0xffffffff;
}

static uint64_t count(const Instruction *in, uint64_t a, Type t) {
    int ones = 0, zeros = 0;
    for (int i = 0; i < t.bits; i++) ones += a >> i & 1;
    for (int i = t.bits - 1; i >= 0 && !(a >> i & 1); i--) zeros++;
    return (uint64_t)(in->opcode == I_popc ? ones : zeros);
}

static uint64_t reversed(uint64_t a, Type t) {
    uint64_t d = 0;
    for (int i = 0; i < t.bits; i++) d |= (a >> i & 1) << (t.bits - 1 - i);
    return d;
}

// prmt: the tables of its modes, for selector 0 to 3 the bytes 3 2 1 0 of the result.
static uint64_t permute(const Instruction *in, uint64_t a, uint64_t b, uint64_t c) {
    static const uint16_t tables[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
        {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232},
    };
    uint64_t selectors = c;
    for (int mode = 0; mode < 6; mode++)
        if (in->words[W_f4e + mode]) selectors = tables[mode][c & 3];
    const uint64_t bytes = b << 32 | a;
    uint64_t d = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t selector = selectors >> (4 * i) & 15;
        uint64_t byte = bytes >> (8 * (selector & 7)) & 0xff;
        if (selector & 8) byte = byte & 0x80 ? 0xff : 0;
        d |= byte << (8 * i);
    }
    return d;
}

static uint64_t logic(uint64_t a, uint64_t b, uint64_t c, uint64_t table) {
    uint64_t d = 0;
    for (int i = 0; i < 32; i++)
        d |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return d;
}

// dp4a and dp2a: types are those of a and b.
static uint64_t dot(const Instruction *in, uint64_t a, uint64_t b, uint64_t c) {
    Type ta = in->types[0], tb = in->types[1];
    const bool four = in->opcode == I_dp4a;
    ta.bits = four ? 8 : 16, tb.bits = 8;
    const int skip = !four && in->words[W_hi] ? 2 : 0;
    Wide d = (Wide)c;
    for (int i = 0; i < (four ? 4 : 2); i++)
        d += number(a >> (ta.bits * i), ta) * number(b >> (8 * (i + skip)), tb);
    return (uint64_t)d;
}

// szext and bmsk: n is clamped to 32 or taken modulo 32.
static uint64_t count_of(const Instruction *in, uint64_t n) {
    n = low_bits(n, 32);
    return in->words[W_clamp] ? (n < 32 ? n : 32) : n & 31;
}

static uint64_t extend(const Instruction *in, uint64_t a, uint64_t b, Type t) {
    t.bits = (int)count_of(in, b);
    return t.bits == 0 ? 0 : (uint64_t)number(a, t);
}

static uint64_t mask(const Instruction *in, uint64_t a, uint64_t b) {
    return low_bits(~0ull, (int)count_of(in, b)) << count_of(in, a);
}

static uint64_t quotient(const Instruction *in, uint64_t a, uint64_t b, Type t) {
    const Wide x = number(a, t), y = number(b, t);
    if (y == 0) return 0; // the result is not defined: the generator divides by nothing like that
    return (uint64_t)(in->opcode == I_div ? x / y : x % y);
}

bool evaluate_comparison(const Instruction *in, Type type, uint64_t a, uint64_t b) {
    if (type.kind == KIND_FLOAT || type.kind == KIND_BFLOAT) return evaluate_float_comparison(in, type, a, b);
    if (in->words[W_lo] || in->words[W_ls] || in->words[W_hi] || in->words[W_hs]) type.kind = KIND_UNSIGNED;
    const Wide x = number(a, type), y = number(b, type);
    if (in->words[W_eq]) return x == y;
    if (in->words[W_ne]) return x != y;
    if (in->words[W_lt] || in->words[W_lo]) return x < y;
    if (in->words[W_le] || in->words[W_ls]) return x <= y;
    if (in->words[W_gt] || in->words[W_hi]) return x > y;
    return x >= y;
}

uint64_t evaluate_atomic(const Instruction *in, uint64_t old, uint64_t b, uint64_t c) {
    const Type t = in->types[0];
    old = low_bits(old, t.bits), b = low_bits(b, t.bits), c = low_bits(c, t.bits);
    if (in->words[W_exch]) return b;
    if (in->words[W_cas]) return old == b ? c : old;
    if (in->words[W_add])
        return t.kind == KIND_FLOAT ? evaluate_float_sum(t, old, b, t.bits == 32 && !in->words[W_shared])
                                    : old + b;
    if (in->words[W_min]) return number(b, t) < number(old, t) ? b : old;
    if (in->words[W_max]) return number(b, t) > number(old, t) ? b : old;
    if (in->words[W_inc]) return old >= b ? 0 : old + 1;
    if (in->words[W_dec]) return old == 0 || old > b ? b : old - 1;
    return in->words[W_and] ? old & b : in->words[W_or] ? old | b : old ^ b;
}

bool evaluate(const Instruction *in, const uint64_t s[6], bool *carry, uint64_t *result) {
    const Type t = in->types[in->type_count ? in->type_count - 1 : 0];
    const bool cc = in->words[W_cc];
    if (in->opcode == I_cvt) return evaluate_conversion(in, s[0], s[1], result);
    if ((t.kind == KIND_FLOAT || t.kind == KIND_BFLOAT) && evaluate_float(in, s, result)) return true;
    uint64_t d;
    switch (in->opcode) {
    case I_addc:
    case I_subc: d = with_carry(in, s[0], s[1], t, carry); break;
    case I_madc: d = with_carry(in, product(in, s[0], s[1], t), s[2], t, carry); break;
    case I_add:
        d = cc                 ? with_carry(in, s[0], s[1], t, carry)
            : in->words[W_sat] ? clamped(number(s[0], t) + number(s[1], t), t)
                               : s[0] + s[1];
        break;
    case I_sub:
        d = cc                 ? with_carry(in, s[0], s[1], t, carry)
            : in->words[W_sat] ? clamped(number(s[0], t) - number(s[1], t), t)
                               : s[0] - s[1];
        break;
    case I_mul: d = product(in, s[0], s[1], t); break;
    case I_mad:
        d = cc ? with_carry(in, product(in, s[0], s[1], t), s[2], t, carry)
            : in->words[W_sat]
                ? clamped((Wide)signed_value(product(in, s[0], s[1], t), t.bits) + number(s[2], t), t)
                : product(in, s[0], s[1], t) + s[2];
        break;
    case I_mul24: d = product_24(in, s[0], s[1], t); break;
    case I_mad24: d = product_24(in, s[0], s[1], t) + s[2]; break;
    case I_sad: d = (number(s[0], t) < number(s[1], t) ? s[1] - s[0] : s[0] - s[1]) + s[2]; break;
    case I_div:
    case I_rem: d = quotient(in, s[0], s[1], t); break;
    case I_abs: d = signed_value(s[0], t.bits) < 0 ? 0 - s[0] : s[0]; break;
    case I_neg: d = 0 - s[0]; break;
    case I_min: d = number(s[0], t) < number(s[1], t) ? s[0] : s[1]; break;
    case I_max: d = number(s[0], t) > number(s[1], t) ? s[0] : s[1]; break;
    case I_and: d = s[0] & s[1]; break;
    case I_or: d = s[0] | s[1]; break;
    case I_xor: d = s[0] ^ s[1]; break;
    case I_not: d = ~s[0]; break;
    case I_cnot: d = s[0] == 0; break;
    case I_shl:
    case I_shr: d = shift(in, s[0], s[1], t); break;
    case I_shf: d = funnel(in, s[0], s[1], s[2]); break;
    case I_bfe: d = extract(s[0], s[1], s[2], t); break;
    case I_bfi: d = insert(s[0], s[1], s[2], s[3], t); break;
    case I_bfind: d = find_highest(in, s[0], t); break;
    case I_popc:
    case I_clz: d = count(in, s[0], t); break;
    case I_brev: d = reversed(s[0], t); break;
    case I_prmt: d = permute(in, s[0], s[1], s[2]); break;
    case I_lop3: d = logic(s[0], s[1], s[2], s[3]); break;
    case I_dp4a:
    case I_dp2a: d = dot(in, s[0], s[1], s[2]); break;
    case I_szext: d = extend(in, s[0], s[1], t); break;
    case I_bmsk: d = mask(in, s[0], s[1]); break;
    case I_mov:
    case I_cvta: d = s[0]; break;
    default: return false;
    }
    *result = d;
    return true;
}

// Definedness of results: for each instruction, which bits of its results depend on undefined bits of its sources.
//
// Where nothing better is known, one undefined bit makes all of the result undefined. Better is known of moves,
// of bit operations (0 & x is 0 whatever x is), of integer sums (a bit depends on no higher one), of selections,
// of combined predicates and of values side by side in one register: what nvcc makes of code that looks at a value
// only where it is valid.
#include "grader/warpsim/core/definedness_rules.h"

#include <string.h>

#include "grader/warpsim/core/decode.h"

static int size_of(const DefinednessStep *s, const PtxOperand *o) {
    return ptx_type_size(s->f->registers[o->reg].type);
}

u64 undefined_in_register(DefinednessStep *s, int reg, u32 lane) {
    const Definedness *d = s->w->definedness;
    u32 row;
    if (reg < 0 || !register_row(s->w, reg, &row) || !(d->lanes[row] >> lane & 1)) return 0;
    s->from = value_at(d, row, lane)->from;
    return value_at(d, row, lane)->bits;
}

u64 undefined_in(DefinednessStep *s, const PtxOperand *o, u32 lane) {
    u64 bits = 0;
    if (o->kind == OPERAND_REG) bits = undefined_in_register(s, o->reg, lane);
    for (int i = 0; i < o->count && o->elements; i++) bits |= undefined_in(s, &o->elements[i], lane);
    return bits;
}

u64 definedness_value(const DefinednessStep *s, const PtxOperand *o, u32 lane) {
    if (o->kind == OPERAND_INT || o->kind == OPERAND_F32 || o->kind == OPERAND_F64) return (u64)o->imm;
    if (o->kind != OPERAND_REG) return 0;
    const Operand place = s->w->function->places[o->reg];
    if (s->f->registers[o->reg].type == PTX_PRED) return (predicate(s->w, place) >> lane & 1) ^ o->negated;
    return size_of(s, o) > 4 ? ((const u64 *)lanes_of(s->w, place))[lane]
                             : ((const u32 *)lanes_of(s->w, place))[lane];
}

// --- Rules: the undefined bits of the one result

static u64 any(DefinednessStep *s, u32 lane) {
    u64 bits = 0;
    for (int k = s->results; k < s->in->operand_count; k++) bits |= undefined_in(s, &s->in->operand[k], lane);
    return bits ? ~0ull : 0;
}

static u64 none(DefinednessStep *s, u32 lane) {
    (void)s, (void)lane;
    return 0;
}

static u64 same_bits(DefinednessStep *s, u32 lane) {
    return undefined_in(s, &s->in->operand[1], lane);
}

// mov d, {a, b}
static u64 packed(DefinednessStep *s, u32 lane) {
    const PtxOperand *v = &s->in->operand[1];
    const int each = size_of(s, &s->in->operand[0]) / (v->count ? v->count : 1);
    u64 bits = 0;
    for (int i = 0; i < v->count; i++)
        bits |= (undefined_in(s, &v->elements[i], lane) & undefined_ones(each)) << 8 * each * i;
    return bits;
}

// Bit by bit: undefined where another choice of the undefined source bits would change the result.
static u64 bitwise(DefinednessStep *s, u32 lane) {
    const PtxInstruction *in = s->in;
    u64 value[3] = {0}, loose[3] = {0}, first = 0, differs = 0;
    const int sources = in->operand_count - s->results;
    for (int k = 0; k < 3 && k < sources; k++) {
        value[k] = definedness_value(s, &in->operand[s->results + k], lane);
        loose[k] = undefined_in(s, &in->operand[s->results + k], lane);
    }
    const u64 table = named(in, "lop3") ? (u64)in->operand[in->operand_count - 1].imm : 0;
    for (int choice = 0; choice < 8; choice++) {
        u64 v[3], r = 0;
        for (int k = 0; k < 3; k++) v[k] = value[k] ^ (choice >> k & 1 ? loose[k] : 0);
        if (named(in, "and"))
            r = v[0] & v[1];
        else if (named(in, "or"))
            r = v[0] | v[1];
        else if (named(in, "xor") || named(in, "not"))
            r = v[0] ^ v[1];
        for (int k = 0; k < 8; k++)
            if (table >> k & 1) r |= (k & 4 ? v[0] : ~v[0]) & (k & 2 ? v[1] : ~v[1]) & (k & 1 ? v[2] : ~v[2]);
        if (choice == 0)
            first = r;
        else
            differs |= r ^ first;
    }
    return differs;
}

// Sums and products: a bit depends on those below it.
static u64 leftwards(DefinednessStep *s, u32 lane) {
    u64 bits = 0;
    for (int k = s->results; k < s->in->operand_count; k++) bits |= undefined_in(s, &s->in->operand[k], lane);
    return bits ? ~((bits & -bits) - 1) : 0;
}

static u64 shift(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = s->in->operand;
    const PtxType type = type_suffix(s->in, 0);
    const u64 width = 8 * (u64)ptx_type_size(type), bits = undefined_in(s, &o[1], lane);
    const u64 by = (u32)definedness_value(s, &o[2], lane);
    if (undefined_in(s, &o[2], lane)) return ~0ull;
    if (named(s->in, "shl")) return by >= width ? 0 : bits << by;
    const bool fills = type_is_signed(type) && width && bits >> (width - 1) & 1;
    const u64 kept = by >= width ? 0 : bits >> by;
    return fills ? kept | ~(by >= width ? 0 : undefined_ones((int)width / 8) >> by) : kept;
}

// bfe d, a, position, length
static u64 extract(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = s->in->operand;
    if (undefined_in(s, &o[2], lane) || undefined_in(s, &o[3], lane)) return ~0ull;
    const u64 at = definedness_value(s, &o[2], lane) & 255, length = definedness_value(s, &o[3], lane) & 255;
    const u64 bits = undefined_in(s, &o[1], lane);
    if (!bits || type_is_signed(type_suffix(s->in, 0))) return bits ? ~0ull : 0;
    return at > 63 ? 0 : bits >> at & (length > 63 ? ~0ull : (1ull << length) - 1);
}

// bfi d, a, b, position, length
static u64 insert(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = s->in->operand;
    if (undefined_in(s, &o[3], lane) || undefined_in(s, &o[4], lane)) return ~0ull;
    const u64 at = definedness_value(s, &o[3], lane) & 255, length = definedness_value(s, &o[4], lane) & 255;
    const u64 field = at > 63 ? 0 : (length > 63 ? ~0ull : (1ull << length) - 1) << at;
    const u64 inserted = at > 63 ? 0 : undefined_in(s, &o[1], lane) << at & field;
    return inserted | (undefined_in(s, &o[2], lane) & ~field);
}

// prmt d, a, b, selector: bytes of a and b; 8 in a selector's digit asks for the byte's sign instead
static u64 permute(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = s->in->operand;
    if (undefined_in(s, &o[3], lane) || s->in->suffix_count > 1) return any(s, lane);
    const u64 low = undefined_in(s, &o[1], lane), high = undefined_in(s, &o[2], lane);
    const u64 from = (low & 0xffffffff) | high << 32, selector = definedness_value(s, &o[3], lane);
    u64 bits = 0;
    for (int k = 0; k < 4; k++) {
        const u64 digit = selector >> 4 * k & 15, byte = from >> 8 * (digit & 7) & 0xff;
        bits |= (digit & 8 ? (byte & 0x80 ? 0xffull : 0) : byte) << 8 * k;
    }
    return bits;
}

// selp d, a, b, p
static u64 select(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = s->in->operand;
    const u64 a = definedness_value(s, &o[1], lane), b = definedness_value(s, &o[2], lane);
    const bool first = definedness_value(s, &o[3], lane);
    const u64 either = undefined_in(s, &o[1], lane) | undefined_in(s, &o[2], lane);
    if (undefined_in(s, &o[3], lane)) return a == b && !either ? 0 : ~0ull;
    return undefined_in(s, &o[first ? 1 : 2], lane);
}

// Between integers; what other conversions make of undefined bits is undefined as a whole.
static u64 convert(DefinednessStep *s, u32 lane) {
    const PtxType to = type_suffix(s->in, 1), from = type_suffix(s->in, 0);
    u64 bits = undefined_in(s, &s->in->operand[1], lane);
    if (type_is_float(to) || type_is_float(from) || ptx_has_suffix(s->in, "sat") || ptx_type_size(from) == 0)
        return bits ? ~0ull : 0;
    bits &= undefined_ones(ptx_type_size(from));
    if (type_is_signed(from) && bits >> (8 * ptx_type_size(from) - 1) & 1)
        bits |= ~undefined_ones(ptx_type_size(from));
    return bits & undefined_ones(ptx_type_size(to));
}

// Two half-precision numbers in one register.
static u64 halves(DefinednessStep *s, u32 lane) {
    u64 bits = 0;
    for (int k = s->results; k < s->in->operand_count; k++) bits |= undefined_in(s, &s->in->operand[k], lane);
    return (bits & 0xffff ? 0xffffull : 0) | (bits & 0xffff0000 ? 0xffff0000ull : 0);
}

static int compare_floats(double a, double b) {
    return a != a || b != b ? 2 : (a > b) - (a < b);
}

static double as_float(u64 bits, int size) {
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &bits, sizeof narrow);
    return size == 8 ? wide : narrow;
}

// -1, 0, 1; 2 where a NaN is among them.
static int compared(const DefinednessStep *s, const PtxOperand *o, u32 lane) {
    const PtxType type = type_suffix(s->in, 0);
    const int size = ptx_type_size(type), unused = 64 - 8 * size;
    const u64 a = definedness_value(s, &o[0], lane), b = definedness_value(s, &o[1], lane);
    if (type_is_float(type)) return compare_floats(as_float(a, size), as_float(b, size));
    if (type_is_signed(type)) {
        const s64 x = (s64)(a << unused) >> unused, y = (s64)(b << unused) >> unused;
        return (x > y) - (x < y);
    }
    const u64 x = a << unused, y = b << unused;
    return (x > y) - (x < y);
}

static bool holds(const PtxInstruction *in, int order) {
    static const struct {
        const char *name;
        bool less, equal, greater, unordered;
    } kinds[] = {
        {"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},
        {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"lo", 1, 0, 0, 0},  {"ls", 1, 1, 0, 0},
        {"hi", 0, 0, 1, 0},  {"hs", 0, 1, 1, 0},  {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1},
        {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
        {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (in->suffix_count && strcmp(in->suffix[0], kinds[i].name) == 0)
            return order == 2  ? kinds[i].unordered
                   : order < 0 ? kinds[i].less
                   : order > 0 ? kinds[i].greater
                               : kinds[i].equal;
    return false;
}

// setp.cmp[.op] p, a, b[, c]: a predicate that decides alone (false && x) leaves nothing open.
static u64 compare(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = &s->in->operand[s->results];
    const bool compares = undefined_in(s, &o[0], lane) || undefined_in(s, &o[1], lane);
    if (s->in->operand_count - s->results < 3) return compares;
    const Origin from = s->from;
    const bool combines = undefined_in(s, &o[2], lane), c = definedness_value(s, &o[2], lane);
    if (compares) s->from = from;
    const bool stops = ptx_has_suffix(s->in, "and") ? false : true; // the value that decides alone
    if (ptx_has_suffix(s->in, "xor") || (compares && combines)) return compares || combines;
    if (compares) return c != stops;
    return combines && holds(s->in, compared(s, o, lane)) != stops;
}

// --- Instructions across lanes

static bool lane_of_shuffle(const DefinednessStep *s, u32 lane, u32 *source) {
    const PtxOperand *o = s->in->operand;
    const u32 b = (u32)definedness_value(s, &o[2], lane) & 31, c = (u32)definedness_value(s, &o[3], lane);
    const u32 clamp = c & 31, segment = c >> 8 & 31;
    const u32 low = lane & segment, high = low | (clamp & ~segment);
    bool inside;
    if (ptx_has_suffix(s->in, "up"))
        *source = lane - b, inside = (s32)*source >= (s32)high;
    else if (ptx_has_suffix(s->in, "down"))
        *source = lane + b, inside = *source <= high;
    else if (ptx_has_suffix(s->in, "bfly"))
        *source = lane ^ b, inside = *source <= high;
    else
        *source = low | (b & ~segment), inside = *source <= high;
    if (!inside) *source = lane;
    *source &= 31;
    return inside;
}

static u64 shuffled(DefinednessStep *s, u32 lane) {
    u32 source;
    if (undefined_in(s, &s->in->operand[2], lane)) return ~0ull;
    lane_of_shuffle(s, lane, &source);
    return undefined_in(s, &s->in->operand[1], source);
}

// A vote: undefined where the lanes that are certain do not decide it.
static u64 voted(DefinednessStep *s, u32 lane) {
    const PtxOperand *o = &s->in->operand[1];
    u64 bits = 0;
    bool yes = false, no = false;
    (void)lane;
    EACH_LANE_OF(s->mask, i) {
        if (undefined_in(s, o, i))
            bits |= 1ull << i;
        else if (definedness_value(s, o, i))
            yes = true;
        else
            no = true;
    }
    if (ptx_has_suffix(s->in, "ballot")) return bits;
    if (ptx_has_suffix(s->in, "any") && yes) return 0;
    if (ptx_has_suffix(s->in, "all") && no) return 0;
    if (ptx_has_suffix(s->in, "uni") && yes && no) return 0;
    return bits != 0;
}

static u64 of_all_lanes(DefinednessStep *s, u32 lane) {
    u64 bits = 0;
    (void)lane;
    EACH_LANE_OF(s->mask, i) {
        bits |= any(s, i);
    }
    return bits;
}

static bool is_integer(const PtxInstruction *in) {
    return !type_is_float(type_suffix(in, 0)) && !ptx_has_suffix(in, "hi") && !ptx_has_suffix(in, "wide") &&
           !ptx_has_suffix(in, "sat");
}

static DefinednessRule *rule_for(const PtxInstruction *in) {
    static const struct {
        const char *name;
        DefinednessRule *rule;
    } rules[] = {
        {"cvta", same_bits},
        {"and", bitwise},
        {"or", bitwise},
        {"xor", bitwise},
        {"not", bitwise},
        {"lop3", bitwise},
        {"shl", shift},
        {"shr", shift},
        {"bfe", extract},
        {"bfi", insert},
        {"prmt", permute},
        {"selp", select},
        {"cvt", convert},
        {"setp", compare},
        {"shfl", shuffled},
        {"vote", voted},
        {"redux", of_all_lanes},
        {"match", of_all_lanes},
        {"activemask", none},
        {"elect", none},
        // Not followed: a product of matrices uses every element of a row, those that are masked out later too.
        {"mma", none},
        {"wmma", none},
        {"ldmatrix", none},
        {"movmatrix", none},
        {"wgmma", none},
    };
    const PtxType type = type_suffix(in, 0);
    if (named(in, "mov")) return in->operand[1].kind == OPERAND_VECTOR ? packed : same_bits;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (named(in, rules[i].name)) return rules[i].rule;
    if (type == PTX_F16X2 || type == PTX_BF16X2) return named(in, "cvt") ? any : halves;
    const bool sums =
        named(in, "add") || named(in, "sub") || named(in, "mul") || named(in, "mad") || named(in, "neg");
    return sums && is_integer(in) ? leftwards : any;
}

DefinednessRule *definedness_rule(const PtxInstruction *in, bool *computes) {
    DefinednessRule *rule = rule_for(in);
    *computes = rule != same_bits && rule != packed && rule != select && rule != shuffled;
    return rule;
}

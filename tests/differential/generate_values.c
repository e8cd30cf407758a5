// Statements that compute: arithmetic, bits, floats, conversions, comparisons, selections.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/generator.h"

typedef struct {
    const char *mnemonics, *types,
        *shape; // shape: t the type, T twice as wide, b 0 to 255, others as everywhere
} Group;

#define ALL_INTEGERS "s16 u16 s32 u32 s64 u64"

static const Group groups[] = {
    {"add sub", ALL_INTEGERS, "ttt"},
    {"mul.lo mul.hi min max", ALL_INTEGERS, "ttt"},
    {"mad.lo mad.hi sad", ALL_INTEGERS, "tttt"},
    {"mul.wide", "s16 u16 s32 u32", "Ttt"},
    {"mad.wide", "s16 u16 s32 u32", "TttT"},
    {"mul24.lo mul24.hi", "s32 u32", "ttt"},
    {"mad24.lo mad24.hi", "s32 u32", "tttt"},
    {"add.sat sub.sat", "s32", "ttt"},
    {"mad.hi.sat", "s32", "tttt"},
    {"abs neg", "s16 s32 s64", "tt"},
    {"and or xor", "b16 b32 b64", "ttt"},
    {"not cnot", "b16 b32 b64", "tt"},
    {"shl", "b16 b32 b64", "ttn"},
    {"shr", "b16 b32 b64 s16 u16 s32 u32 s64 u64", "ttn"},
    {"popc clz", "b32 b64", "wt"},
    {"brev", "b32 b64", "tt"},
    {"bfind bfind.shiftamt", "s32 u32 s64 u64", "wt"},
    {"bfe", "s32 u32 s64 u64", "ttbb"},
    {"bfi", "b32 b64", "tttbb"},
    {"shf.l.wrap shf.l.clamp shf.r.wrap shf.r.clamp", "b32", "tttn"},
    {"bmsk.clamp bmsk.wrap", "b32", "tnn"},
    {"szext.clamp szext.wrap", "s32 u32", "ttn"},
    {"dp4a dp2a.lo dp2a.hi", "s32.s32 s32.u32 u32.s32 u32.u32", "wwww"},
    {"prmt", "b32", "tttt"},
    {"prmt.b32", "f4e b4e rc8 ecl ecr rc16", "wwwn"},
    {"copysign", "f32", "fff"},
    {"min max min.ftz max.ftz min.NaN max.NaN min.ftz.NaN max.ftz.NaN", "f32", "fff"},
    {"selp.b16", "", "hhhp"},
    {"selp.b32", "", "wwwp"},
    {"selp.b64", "", "dddp"},
    {"slct.s64.s32 slct.b64.s32 slct.u64.s32", "", "dddw"},
    {"slct.s32.f32 slct.ftz.b32.f32", "", "wwwf"},
    {"slct.b16.s32", "", "hhhw"},
};

// A word of a list of words.
static const char *word_of(Generator *g, const char *list) {
    int words = 1;
    for (const char *c = list; *c; c++) words += *c == ' ';
    for (int skip = below(g, words); skip > 0; list++) skip -= *list == ' ';
    return text_of(g, "%.*s", (int)strcspn(list, " "), list);
}

static char letter_of(const char *type) {
    if (strcmp(type, "f32") == 0) return 'f';
    if (strcmp(type, "f64") == 0) return 'g';
    return strstr(type, "64") ? 'd' : strstr(type, "32") ? 'w' : 'h';
}

const char *any_register(Generator *g, char letter) {
    switch (letter) {
    case 'p': return text_of(g, "%%p%d", below(g, 6));
    case 'h': return text_of(g, "%%h%d", below(g, 8));
    case 'd':
    case 'g': return text_of(g, "%%x%d", below(g, 10));
    default: return text_of(g, "%%r%d", below(g, 16));
    }
}

static const char *single_of(Generator *g, const Singles *s, char letter) {
    return text_of(g, "%%%c%d", letter, s->visible[below(g, s->count)]);
}

static const char *literal(Generator *g, char letter) {
    static const unsigned singles[] = {0,          0x80000000, 1,          0x007fffff, 0x00800000, 0x3f800000,
                                       0xbf800000, 0x3f000000, 0x4b800001, 0x4f000000, 0x5f000000, 0x7f7fffff,
                                       0x7f800000, 0xff800000, 0x7fc00000, 0x3eaaaaab};
    static const unsigned doubles[] = {0,          0x80000000, 0x00000001, 0x000fffff, 0x00100000, 0x3ff00000,
                                       0xbff80000, 0x3fe00000, 0x41e00000, 0x43e00000, 0x7fefffff, 0x7ff00000,
                                       0xfff00000, 0x7ff80000, 0x380fffff, 0x3fd55555};
    const uint64_t bits = random_bits(&g->random);
    switch (letter) {
    case 'f': return text_of(g, "0f%08X", chance(g, 70) ? singles[below(g, 16)] : (unsigned)bits);
    case 'g':
        return text_of(g, "0d%08X%08X", chance(g, 70) ? doubles[below(g, 16)] : (unsigned)(bits >> 32),
                       chance(g, 50) ? 0 : (unsigned)bits);
    case 'n': return text_of(g, "%d", below(g, 70));
    case 'p': return any_register(g, 'p');
    default: break;
    }
    if (chance(g, 60)) return text_of(g, "%d", below(g, 40) - 8);
    if (letter == 'h') return text_of(g, "%d", (int)(bits & 0xffff) - 0x8000);
    if (letter == 'w') return text_of(g, "0x%x", (unsigned)bits);
    return text_of(g, "0x%llx", (unsigned long long)(bits >> below(g, 40)));
}

const char *any_source(Generator *g, char letter) {
    const bool word = letter == 'w' || letter == 'f' || letter == 'n';
    if (letter == 'p') return text_of(g, "%s%s", chance(g, 20) ? "!" : "", any_register(g, 'p'));
    if (letter == 'n' && chance(g, 25)) return ONE_OF(g, "%b6", "%b7");
    if (chance(g, letter == 'n' ? 60 : 12)) return literal(g, letter);
    if (word && g->u.count && chance(g, 12)) return single_of(g, &g->u, 'u');
    if (word && g->l.count && chance(g, 8)) return single_of(g, &g->l, 'l');
    if ((letter == 'd' || letter == 'g') && g->v.count && chance(g, 20)) return single_of(g, &g->v, 'v');
    return any_register(g, letter);
}

const char *any_guard(Generator *g) {
    if (chance(g, 82)) return "";
    if (g->w.count && chance(g, 15))
        return text_of(g, "@%s%s ", chance(g, 50) ? "!" : "", single_of(g, &g->w, 'w'));
    return text_of(g, "@%s%s ", chance(g, 50) ? "!" : "", any_register(g, 'p'));
}

// Which NaN double-precision arithmetic makes is left open: it becomes the usual one here.
static void settle_nan(Generator *g, const char *reg, char letter) {
    put_fixed(g, "testp.notanumber.f%d %%q7, %s;", letter == 'g' ? 64 : 32, reg);
    put_fixed(g, "selp.b%d %s, %s, %s, %%q7;", letter == 'g' ? 64 : 32, reg,
              letter == 'g' ? "0x7ff8000000000000" : "0x7fffffff", reg);
}

// A position or a length in bits: beyond 255 a GPU does what it likes (an H200 leaves bfi.b64's word as it
// is).
static const char *any_byte(Generator *g, const char *reg) {
    put(g, "and.b32 %s, %s, 255;", reg, any_source(g, 'n'));
    return reg;
}

static void generate_group(Generator *g) {
    const Group *group = &groups[below(g, sizeof groups / sizeof *groups)];
    const char *type = word_of(g, group->types), *mnemonic = word_of(g, group->mnemonics);
    char line[200];
    int n = snprintf(line, sizeof line, "%s%s%s%s", any_guard(g), mnemonic, *type ? "." : "", type);
    for (const char *s = group->shape; *s; s++) {
        const char own = letter_of(type);
        const char letter = *s == 't' ? own : *s == 'T' ? (own == 'h' ? 'w' : 'd') : *s;
        n += snprintf(line + n, sizeof line - (size_t)n, "%s%s", s == group->shape ? " " : ", ",
                      s == group->shape ? any_register(g, letter)
                      : letter == 'b'   ? any_byte(g, s[1] ? "%b8" : "%b9")
                                        : any_source(g, letter));
    }
    put(g, "%s;", line);
}

static void generate_division(Generator *g) {
    const char *type = word_of(g, ALL_INTEGERS);
    const char letter = letter_of(type), *divisor = any_register(g, letter);
    put(g, "or.b%s %s, %s, %d;", type + 1, divisor, divisor, 1 << below(g, 3));
    if (chance(g, 40)) // short divisors too
        put(g, "shr.u%s %s, %s, %d;", type + 1, divisor, divisor, below(g, atoi(type + 1))),
            put(g, "or.b%s %s, %s, 1;", type + 1, divisor, divisor);
    put(g, "%s.%s %s, %s, %s;", ONE_OF(g, "div", "rem"), type, any_register(g, letter), any_source(g, letter),
        divisor);
}

static void generate_float(Generator *g) {
    static const struct {
        const char *name;
        int sources;
    } table[] = {{"add", 2}, {"sub", 2}, {"mul", 2}, {"fma", 3},
                 {"mad", 3}, {"div", 2}, {"rcp", 1}, {"sqrt", 1}};
    const int i = below(g, 8), sources = table[i].sources;
    const char letter = chance(g, 60) ? 'f' : 'g', *to = any_register(g, letter);
    const char *rounding = ONE_OF(g, "rn", "rn", "rn", "rz", "rm", "rp");
    const char *ftz = letter == 'f' && chance(g, 30) ? ".ftz" : "";
    const char *sat = letter == 'f' && i < 5 && chance(g, 15) ? ".sat" : "";
    char line[200];
    int n = snprintf(line, sizeof line, "%s%s.%s%s%s.%s %s", any_guard(g), table[i].name, rounding, ftz, sat,
                     letter == 'f' ? "f32" : "f64", to);
    for (int k = 0; k < sources; k++)
        n += snprintf(line + n, sizeof line - (size_t)n, ", %s", any_source(g, letter));
    put(g, "%s;", line);
    if (letter == 'g') settle_nan(g, to, letter);
}

// Instructions on floats whose NaN is left open for single precision too.
static void generate_float_sign(Generator *g) {
    const char letter = chance(g, 60) ? 'f' : 'g', *to = any_register(g, letter);
    if (letter == 'g' && chance(g, 50))
        put(g, "%s.f64 %s, %s, %s;", ONE_OF(g, "min", "max", "copysign"), to, any_source(g, letter),
            any_source(g, letter));
    else
        put(g, "%s%s.f%d %s, %s;", ONE_OF(g, "abs", "neg"), letter == 'f' && chance(g, 40) ? ".ftz" : "",
            letter == 'f' ? 32 : 64, to, any_source(g, letter));
    settle_nan(g, to, letter);
}

// A register for a value of that many bits: as wide, or wider where that is allowed.
static const char *register_for(Generator *g, int bits) {
    if (bits == 64 || chance(g, 15)) return any_register(g, 'd');
    if (bits == 32 || chance(g, 40)) return any_register(g, 'w');
    return any_register(g, 'h');
}

static void generate_integer_conversion(Generator *g) {
    const char *to = word_of(g, "u8 s8 u16 s16 u32 s32 u64 s64"),
               *from = word_of(g, "u8 s8 u16 s16 u32 s32 u64 s64");
    const int to_bits = atoi(to + 1), from_bits = atoi(from + 1);
    const bool fits = *to == *from ? to_bits >= from_bits : *to == 's' && to_bits > from_bits;
    put(g, "%scvt%s.%s.%s %s, %s;", any_guard(g), !fits && chance(g, 40) ? ".sat" : "", to, from,
        register_for(g, to_bits), register_for(g, from_bits));
}

static void generate_float_conversion(Generator *g) {
    const char *integer = word_of(g, "u8 s8 u16 s16 u32 s32 u64 s64"), *guard = any_guard(g);
    const int bits = atoi(integer + 1);
    const char *real = ONE_OF(g, "f16", "f32", "f32", "f64", "f64");
    const char letter = *real == 'f' && real[1] == '1' ? 'h' : letter_of(real);
    const char *ftz = letter == 'f' && chance(g, 30) ? ".ftz" : "";
    if (chance(g, 50))
        put(g, "%scvt.%s%s.%s.%s %s, %s;", guard, ONE_OF(g, "rni", "rzi", "rmi", "rpi"), ftz, integer, real,
            register_for(g, bits), any_register(g, letter));
    else
        put(g, "%scvt.%s.%s.%s %s, %s;", guard, ONE_OF(g, "rn", "rz", "rm", "rp"), real, integer,
            any_register(g, letter), register_for(g, bits));
}

static void generate_float_to_float(Generator *g) {
    const char *rounding = ONE_OF(g, "rn", "rz", "rm", "rp"), *whole = ONE_OF(g, "rni", "rzi", "rmi", "rpi");
    const char *ftz = chance(g, 30) ? ".ftz" : "", *sat = chance(g, 15) ? ".sat" : "", *guard = any_guard(g);
    const char *f = any_register(g, 'f'), *d = any_register(g, 'g'), *h = any_register(g, 'h');
    const char *sf = any_source(g, 'f'), *sd = any_source(g, 'g'), *sh = any_register(g, 'h');
    switch (below(g, 11)) {
    case 0: put(g, "%scvt%s%s.f64.f32 %s, %s;", guard, ftz, sat, d, sf), settle_nan(g, d, 'g'); break;
    case 1: put(g, "%scvt.%s%s%s.f32.f64 %s, %s;", guard, rounding, ftz, sat, f, sd); break;
    case 2: put(g, "%scvt.%s%s%s.f32.f32 %s, %s;", guard, whole, ftz, sat, f, sf); break;
    case 3: put(g, "%scvt.%s%s.f64.f64 %s, %s;", guard, whole, sat, d, sd), settle_nan(g, d, 'g'); break;
    case 4: put(g, "%scvt.%s%s%s.f16.f32 %s, %s;", guard, rounding, ftz, sat, h, sf); break;
    case 5: put(g, "%scvt.%s%s.f16.f64 %s, %s;", guard, rounding, sat, h, sd); break;
    case 6: put(g, "%scvt%s%s.f32.f16 %s, %s;", guard, ftz, sat, f, sh); break;
    case 7: put(g, "%scvt%s.f64.f16 %s, %s;", guard, sat, d, sh), settle_nan(g, d, 'g'); break;
    case 8: put(g, "%scvt.%s.f16.f16 %s, %s;", guard, whole, h, sh); break;
    case 9: put(g, "%scvt.%s.bf16.f32 %s, %s;", guard, ONE_OF(g, "rn", "rz"), h, sf); break;
    default:
        put(g, "%scvt.%s.%s.f32 %s, %s, %s;", guard, ONE_OF(g, "rn", "rz"), ONE_OF(g, "f16x2", "bf16x2"),
            any_register(g, 'w'), sf, any_source(g, 'f'));
    }
}

static const char *integer_comparison(Generator *g, const char *type) {
    if (*type == 'b') return ONE_OF(g, "eq", "ne");
    if (*type == 'u') return ONE_OF(g, "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs");
    return ONE_OF(g, "eq", "ne", "lt", "le", "gt", "ge");
}

static const char *float_comparison(Generator *g) {
    return ONE_OF(g, "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num",
                  "nan");
}

static void generate_comparison(Generator *g) {
    const char *type = word_of(g, "b16 b32 b64 s16 u16 s32 u32 s64 u64 s32 u32 f32 f32 f64");
    const char letter = letter_of(type);
    const char *cmp = *type == 'f' ? float_comparison(g) : integer_comparison(g, type);
    const char *ftz = letter == 'f' && chance(g, 30) ? ".ftz" : "", *guard = any_guard(g);
    const bool combined = chance(g, 40);
    const char *with = combined ? ONE_OF(g, ".and", ".or", ".xor") : "";
    const char *c = combined ? text_of(g, ", %s", any_source(g, 'p')) : "";
    const char *a = any_source(g, letter), *b = chance(g, 10) ? a : any_source(g, letter);
    if (chance(g, 20)) {
        const char *to = ONE_OF(g, "u32", "s32", "f32");
        put(g, "%sset.%s%s%s.%s.%s %s, %s, %s%s;", guard, cmp, with, ftz, to, type, any_register(g, 'w'), a,
            b, c);
        return;
    }
    const int p = below(g, 6), q = (p + 1 + below(g, 5)) % 6;
    const char *second = chance(g, 30) ? text_of(g, "|%%p%d", q) : "";
    put(g, "%ssetp.%s%s%s.%s %%p%d%s, %s, %s%s;", guard, cmp, with, ftz, type, p, second, a, b, c);
}

static void generate_predicate(Generator *g) {
    if (chance(g, 30))
        put(g, "%stestp.%s.f%d %s, %s;", any_guard(g),
            ONE_OF(g, "finite", "infinite", "number", "notanumber", "normal", "subnormal"), 32,
            any_register(g, 'p'), any_register(g, 'f'));
    else if (chance(g, 30))
        put(g, "%s%s.pred %s, %s;", any_guard(g), ONE_OF(g, "not", "mov"), any_register(g, 'p'),
            any_register(g, 'p'));
    else
        put(g, "%s%s.pred %s, %s, %s;", any_guard(g), ONE_OF(g, "and", "or", "xor"), any_register(g, 'p'),
            any_register(g, 'p'), any_register(g, 'p'));
}

static void generate_move(Generator *g) {
    const char *guard = any_guard(g);
    const int i = below(g, 8);
    switch (below(g, 9)) {
    case 0: put(g, "%smov.b64 %%x%d, {%s, %s};", guard, i, any_register(g, 'w'), any_register(g, 'w')); break;
    case 1: put(g, "%smov.b64 {%%r%d, %%r%d}, %s;", guard, i, i + 1, any_register(g, 'd')); break;
    case 2: put(g, "%smov.b32 %%r%d, {%s, %s};", guard, i, any_register(g, 'h'), any_register(g, 'h')); break;
    case 3: put(g, "%smov.b32 {%%h%d, %%h%d}, %s;", guard, i, (i + 1) % 8, any_register(g, 'w')); break;
    case 4:
        put(g, "%smov.b64 %%x%d, {%s, %s, %s, %s};", guard, i, any_register(g, 'h'), any_register(g, 'h'),
            any_register(g, 'h'), any_register(g, 'h'));
        break;
    case 5:
        put(g, "%smov.b64 {%%h%d, %%h%d, %%h%d, %%h%d}, %s;", guard, i, (i + 1) % 8, (i + 2) % 8, (i + 3) % 8,
            any_register(g, 'd'));
        break;
    case 6:
        put(g, "%smov.u32 %%r%d, %s;", guard, i,
            ONE_OF(g, "%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ctaid.x", "%ctaid.y", "%nctaid.x", "%laneid",
                   "%lanemask_lt", "%lanemask_ge", "%lanemask_eq", "%lanemask_le", "%lanemask_gt"));
        break;
    case 7:
        put(g, "%slop3.b32 %%r%d, %s, %s, %s, %d;", guard, i, any_source(g, 'w'), any_source(g, 'w'),
            any_source(g, 'w'), below(g, 256));
        break;
    default: {
        const char letter = "hwd"[below(g, 3)];
        put(g, "%smov.b%d %s, %s;", guard,
            letter == 'h'   ? 16
            : letter == 'w' ? 32
                            : 64,
            any_register(g, letter), any_source(g, letter));
    }
    }
}

// Two to four instructions that hand the carry on.
static void generate_carry_chain(Generator *g) {
    const char *type = ONE_OF(g, "u32", "s32", "u64", "s64");
    const char letter = letter_of(type);
    const int links = 1 + below(g, 3), kind = below(g, 3);
    static const char *const first[] = {"add.cc", "sub.cc", "mad.lo.cc"};
    for (int i = 0; i <= links; i++) {
        const bool last = i == links;
        const char *next = kind == 0   ? (last ? "addc" : "addc.cc")
                           : kind == 1 ? (last ? "subc" : "subc.cc")
                           : last      ? ONE_OF(g, "madc.lo", "madc.hi")
                                       : ONE_OF(g, "madc.lo.cc", "madc.hi.cc");
        const char *third = kind == 2 ? text_of(g, ", %s", any_source(g, letter)) : "";
        put(g, "%s.%s %s, %s, %s%s;", i == 0 ? first[kind] : next, type, any_register(g, letter),
            any_source(g, letter), any_source(g, letter), third);
    }
}

void generate_value(Generator *g) {
    const int kind = below(g, 100);
    if (kind < 42)
        generate_group(g);
    else if (kind < 47)
        generate_division(g);
    else if (kind < 61)
        generate_float(g);
    else if (kind < 65)
        generate_float_sign(g);
    else if (kind < 70)
        generate_integer_conversion(g);
    else if (kind < 75)
        generate_float_conversion(g);
    else if (kind < 79)
        generate_float_to_float(g);
    else if (kind < 88)
        generate_comparison(g);
    else if (kind < 91)
        generate_predicate(g);
    else if (kind < 97)
        generate_move(g);
    else
        generate_carry_chain(g);
}

// ---- Registers that are written once
// ---------------------------------------------------------------------------

static int new_single(Singles *s) {
    s->visible[s->count++] = s->next;
    return s->next++;
}

static const char *same_word(Generator *g) {
    return g->u.count && chance(g, 70) ? single_of(g, &g->u, 'u') : literal(g, 'w');
}

static const char *same_double_word(Generator *g) {
    return g->v.count && chance(g, 70) ? single_of(g, &g->v, 'v') : literal(g, 'd');
}

// Of sources that are the same in the whole block, as floats: %b2 holds the number of its threads.
static const char *same_register(Generator *g) {
    return g->u.count ? single_of(g, &g->u, 'u') : "%b2";
}

static void generate_same_float(Generator *g) {
    const char *a = same_register(g), *b = same_register(g),
               *p = g->w.count ? single_of(g, &g->w, 'w') : NULL;
    const int i = new_single(&g->u);
    switch (below(g, p ? 6 : 5)) {
    case 0:
        put_fixed(g, "%s.%s%s.f32 %%u%d, %s, %s;", ONE_OF(g, "add", "mul", "div"),
                  ONE_OF(g, "rn", "rz", "rp"), ONE_OF(g, "", ".ftz"), i, a, b);
        break;
    case 1: put_fixed(g, "fma.rm.sat.f32 %%u%d, %s, %s, %s;", i, a, b, literal(g, 'f')); break;
    case 2: put_fixed(g, "cvt.%s.s32.f32 %%u%d, %s;", ONE_OF(g, "rni", "rzi", "rpi"), i, a); break;
    case 3: put_fixed(g, "cvt.%s.f32.u32 %%u%d, %s;", ONE_OF(g, "rn", "rm"), i, a); break;
    case 4: put_fixed(g, "cvt.%s %%u%d, %s;", ONE_OF(g, "s32.s8", "u32.u16", "sat.u32.s32"), i, a); break;
    default: put_fixed(g, "selp.b32 %%u%d, %s, %s, %s;", i, a, b, p);
    }
}

static void generate_same_word(Generator *g) {
    const char *a = same_word(g), *b = same_word(g), *c = same_word(g), *wide = same_double_word(g);
    const int i = new_single(&g->u);
    switch (below(g, 9)) {
    case 7:
        if (chance(g, 33))
            put_fixed(g, "bfe.u32 %%u%d, %s, %d, 9;", i, a, below(g, 40));
        else
            put_fixed(g, "%s.u32 %%u%d, %s, %s, 9;", ONE_OF(g, "mad24.lo", "sad"), i, a, b);
        break;
    case 0:
        put_fixed(g, "mov.u32 %%u%d, %s;", i,
                  ONE_OF(g, "%ctaid.x", "%ctaid.y", "%ntid.x", "%nctaid.x", "%ntid.y"));
        break;
    case 1:
        put_fixed(g, "ld.param.%s %%u%d, [k%d+%d];", ONE_OF(g, "u32", "s32", "b32", "f32"), i,
                  4 + below(g, 4), 4 * below(g, 2));
        break;
    case 2:
        put_fixed(g, "ld.param.%s %%u%d, [k%d+%d];", ONE_OF(g, "u8", "s8"), i, 4 + below(g, 4), below(g, 8));
        break;
    case 3:
        put_fixed(g, "ld.param.%s %%u%d, [k%d+%d];", ONE_OF(g, "u16", "s16"), i, 4 + below(g, 4),
                  2 * below(g, 4));
        break;
    case 4: put_fixed(g, "cvt.u32.u64 %%u%d, %s;", i, wide); break;
    case 5: put_fixed(g, "mad.lo.s32 %%u%d, %s, %s, %s;", i, a, b, c); break;
    case 6: put_fixed(g, "%s.s32 %%u%d, %s, %s;", ONE_OF(g, "min", "max", "mul.hi", "sub"), i, a, b); break;
    default: put_fixed(g, "%s.b32 %%u%d, %s, %s;", ONE_OF(g, "shl", "shr", "xor", "and"), i, a, b); break;
    }
}

static void generate_same_double_word(Generator *g) {
    const char *a = same_double_word(g), *b = same_double_word(g), *w = same_word(g), *w2 = same_word(g);
    const int i = new_single(&g->v);
    switch (below(g, 5)) {
    case 0:
        put_fixed(g, "ld.param.%s %%v%d, [k%d];", ONE_OF(g, "u64", "s64", "b64"), i, 4 + below(g, 4));
        break;
    case 1:
        put_fixed(g, "ld.param.%s %%v%d, [k%d];", ONE_OF(g, "u32", "s32", "s8", "u16"), i, 4 + below(g, 4));
        break;
    case 2: put_fixed(g, "%s %%v%d, %s, %s;", ONE_OF(g, "mul.wide.s32", "mul.wide.u32"), i, w, w2); break;
    case 3:
        put_fixed(g, "%s %%v%d, %s;", ONE_OF(g, "cvt.u64.u32", "cvt.s64.s32"), i, same_register(g));
        break;
    default: put_fixed(g, "%s.s64 %%v%d, %s, %s;", ONE_OF(g, "add", "sub", "mul.lo", "min"), i, a, b); break;
    }
}

void generate_single(Generator *g) {
    const int kind = below(g, 100);
    if (kind < 40 && g->u.next < SINGLES) {
        if (kind < 12)
            generate_same_float(g);
        else
            generate_same_word(g);
    } else if (kind < 60 && g->v.next < SINGLES) {
        generate_same_double_word(g);
    } else if (kind < 80 && g->w.next < SINGLES) {
        const char *type = ONE_OF(g, "s32", "u32", "b32"), *a = same_word(g), *b = same_word(g);
        put_fixed(g, "setp.%s.%s %%w%d, %s, %s;", integer_comparison(g, type), type, new_single(&g->w), a, b);
    } else if (g->l.next < SINGLES) {
        const char *a = any_source(g, 'w'), *b = any_source(g, 'w');
        const int i = new_single(&g->l);
        if (chance(g, 30))
            put_fixed(g, "mov.u32 %%l%d, %s;", i, ONE_OF(g, "%tid.x", "%tid.y", "%laneid"));
        else
            put_fixed(g, "%s.s32 %%l%d, %s, %s;", ONE_OF(g, "add", "mul.lo", "max"), i, a, b);
    }
}

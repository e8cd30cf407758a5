// Checks one PTX instruction against an expression in C, over edge values crossed with each other and random
// ones.
//
//   CHECK_EACH("add.s16", "hhh", a + b)
//
// runs `add.s16 %d, %a, %b;` and compares each result with the expression, of which as many bits count as the
// result has. A text with operands of its own ("mov.b64 %d, {%a, %b};", several instructions) is taken as it
// is. The letters of the shape say what the result %d and the sources %a, %b, %c, %e are and which values the
// sources take:
//   h w d   integers of 16, 32 and 64 bits      n     u32, a count or a position
//   f g     f32 and f64                         e b   f16 and bf16        E B   f16x2 and bf16x2
//   p       predicate
#ifndef WARPBOOK_CHECK_INSTRUCTION_H
#define WARPBOOK_CHECK_INSTRUCTION_H

#include <math.h>

#include "tests/warpsim/run_ptx.h"

enum { MAX_ROWS = 4096, RANDOM_ROWS = 512, ROW = 4 };

static struct {
    u64 source[MAX_ROWS * ROW];
    u64 random;
    u32 count;
    int sources;
    const u64 *result;
} rows;

static inline u64 random_64(void) { // xorshift
    u64 x = rows.random;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return rows.random = x;
}

static inline u32 u32_of_f32(float v) {
    u32 bits;
    memcpy(&bits, &v, 4);
    return bits;
}

static inline u64 u64_of_f64(double v) {
    u64 bits;
    memcpy(&bits, &v, 8);
    return bits;
}

static inline float f32_of(u64 bits) {
    const u32 low = (u32)bits;
    float v;
    memcpy(&v, &low, 4);
    return v;
}

static inline double f64_of(u64 bits) {
    double v;
    memcpy(&v, &bits, 8);
    return v;
}

static inline double f16_of(u64 bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 0    ? ldexp(fraction, -24)
                        : exponent != 31 ? ldexp(1024 + fraction, exponent - 25)
                        : fraction       ? (double)NAN
                                         : (double)INFINITY;
    return bits & 0x8000 ? -size : size;
}

static inline double bf16_of(u64 bits) {
    return f32_of(bits << 16);
}

// .ftz: a subnormal is a zero of its sign.
static inline float flushed(float v) {
    return fabsf(v) < 0x1p-126f ? copysignf(0, v) : v;
}

// The bits of an f32 result: the GPU makes one NaN only.
static inline u64 f32_result(float v) {
    return v == v ? u32_of_f32(v) : 0x7fffffff;
}

// Where PTX leaves open which NaN comes out, any of them will do.
static inline u64 any_nan_f32(u64 got, u64 expected) {
    return isnan(f32_of(got)) && isnan(f32_of(expected)) ? got : expected;
}

static inline u64 any_nan_f64(u64 got, u64 expected) {
    return isnan(f64_of(got)) && isnan(f64_of(expected)) ? got : expected;
}

static inline int bits_of_shape(char letter) {
    switch (letter) {
    case 'p': return 1;
    case 'h':
    case 'e':
    case 'b': return 16;
    case 'd':
    case 'g': return 64;
    default: return 32;
    }
}

static inline u64 mask_of_shape(char letter) {
    return ~0ull >> (64 - bits_of_shape(letter));
}

typedef struct {
    const u64 *list;
    u32 count;
} Edges;

#define EDGES(...)                                                                                           \
    {                                                                                                        \
        static const u64 list[] = {__VA_ARGS__};                                                             \
        return (Edges){list, sizeof list / sizeof *list};                                                    \
    }

static inline Edges edges_of(char letter) {
    switch (letter) {
    case 'p': EDGES(0, 1)
    case 'h':
        EDGES(0, 1, 2, 3, 7, 10, 0x80, 0xff, 0x100, 0x5555, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xff00, 0xfffe,
              0xffff)
    case 'w':
        EDGES(0, 1, 2, 3, 7, 10, 0xff, 0x8000, 0xffff, 0x10000, 0x7fffff, 0x800000, 0xffffff, 0x1000000,
              0x55555555, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xffff0000, 0xfffffffe, 0xffffffff)
    case 'd':
        EDGES(0, 1, 2, 3, 10, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x100000001,
              0x5555555555555555, 0x7ffffffffffffffe, 0x7fffffffffffffff, 0x8000000000000000,
              0x8000000000000001, 0xffffffff00000000, 0xfffffffffffffffe, 0xffffffffffffffff,
              0xffffffff80000000)
    case 'n':
        EDGES(0, 1, 2, 7, 8, 15, 16, 17, 24, 31, 32, 33, 47, 63, 64, 65, 100, 127, 128, 255, 256, 257, 0x120,
              0x7fffffff, 0x80000000, 0xffffffff)
    case 'f': // zeros, subnormals, normal ends, halves and halfway cases, the ends of the integers,
              // infinities, NaNs
        EDGES(0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x00800001,
              0x34000000, 0x3effffff, 0x3f000000, 0xbf000000, 0x3f7fffff, 0x3f800000, 0xbf800000, 0x3f800001,
              0x3fc00000, 0xbfc00000, 0x40000000, 0x40200000, 0xc0200000, 0x4b000001, 0x4b7fffff, 0x4b800000,
              0x4effffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x5f800000, 0x7effffff, 0x7f7fffff,
              0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345)
    case 'g':
        EDGES(0, 0x8000000000000000, 1, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
              0x8010000000000000, 0x0010000000000001, 0x36a0000000000000, 0x380fffffe0000000,
              0x380ffffff0000000, 0x3810000000000000, 0x3ca0000000000000, 0x3fe0000000000000,
              0xbfe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000000, 0xbff0000000000000,
              0x3ff0000000000001, 0x3ff0000010000000, 0x3ff0000030000000, 0x3ff8000000000000,
              0xbff8000000000000, 0x4000000000000000, 0x4004000000000000, 0x41dfffffffc00000,
              0x41e0000000000000, 0xc1e0000000000000, 0x41f0000000000000, 0x4330000000000001,
              0x43dfffffffffffff, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
              0x47efffffe0000000, 0x47effffff0000000, 0x7fefffffffffffff, 0xffefffffffffffff,
              0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000)
    case 'e':
    case 'E':
        EDGES(0, 0x8000, 1, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x1400, 0x37ff, 0x3800, 0xb800,
              0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x3e00, 0xbe00, 0x4000, 0x6400, 0x7800, 0x7bff, 0xfbff, 0x7c00,
              0xfc00, 0x7e00, 0xfe01)
    default:
        EDGES(0, 0x8000, 1, 0x8001, 0x007f, 0x807f, 0x0080, 0x8080, 0x0081, 0x3b80, 0x3eff, 0x3f00, 0xbf00,
              0x3f7f, 0x3f80, 0xbf80, 0x3f81, 0x3fc0, 0xbfc0, 0x4000, 0x4300, 0x7f00, 0x7f7f, 0xff7f, 0x7f80,
              0xff80, 0x7fc0, 0xffc1)
    }
}

// Random bits; every other float is near 1, where sums and products are neither huge nor nothing.
static inline u64 random_value(char letter) {
    const u64 bits = random_64(), fraction = bits >> 8;
    const bool near = bits & 1;
    const Edges e = edges_of(letter);
    switch (letter) {
    case 'n': return bits & 2 ? bits >> 32 : bits >> 32 & 63;
    case 'f': return near ? (fraction & 0x80ffffff) | 0x3f000000 : bits >> 16 & 0xffffffff;
    case 'g': return near ? (bits & 0x801fffffffffffff) | 0x3fe0000000000000 : random_64();
    case 'E':
    case 'B':
        return e.list[fraction % e.count] |
               (near ? e.list[(fraction >> 8) % e.count] << 16 : bits >> 48 << 16);
    default: return bits >> 4 & mask_of_shape(letter);
    }
}

// Fills `rows` with sources of the shape: the edges of the first two crossed, the others' going round; then
// random.
static inline void make_rows(const char *shape) {
    rows.sources = (int)strlen(shape) - 1;
    rows.random = 88172645463325252ull;
    Edges e[ROW] = {{NULL, 1}, {NULL, 1}, {NULL, 1}, {NULL, 1}};
    for (int k = 0; k < rows.sources; k++) e[k] = edges_of(shape[k + 1]);
    const u32 crossed = e[0].count * e[1].count;
    rows.count = (crossed + RANDOM_ROWS + 127) / 128 * 128;
    if (rows.count > MAX_ROWS) abort();
    for (u32 i = 0; i < rows.count; i++) {
        const u32 at[ROW] = {i % e[0].count, i / e[0].count % e[1].count, (i * 5 + i / 7) % e[2].count,
                             (i * 11 + i / 3) % e[3].count};
        for (int k = 0; k < rows.sources; k++) {
            // Random rows mix in an edge now and then.
            const bool edge = i < crossed || random_64() % 8 == 0;
            u64 v = edge ? e[k].list[at[k]] : random_value(shape[k + 1]);
            if (edge && (shape[k + 1] == 'E' || shape[k + 1] == 'B'))
                v |= e[k].list[(at[k] * 3 + i) % e[k].count] << 16;
            rows.source[i * ROW + (u32)k] = v & mask_of_shape(shape[k + 1]);
        }
    }
}

static inline int declare(char *to, size_t room, char letter, char name) {
    if (letter == 'p') return snprintf(to, room, ".reg .pred %%%c; ", name);
    return snprintf(to, room, ".reg .b%d %%%c; ", bits_of_shape(letter), name);
}

// Runs the instruction over the rows that suit the shape. False when the test has failed already.
static inline bool run_rows(const char *text, const char *shape) {
    static const char names[] = "abce";
    char body[4000];
    int n = declare(body, sizeof body, shape[0], 'd');
    make_rows(shape);
    n += snprintf(body + n, sizeof body - (size_t)n, "mad.wide.u32 %%x60, %%i, %d, %%in;\n", 8 * ROW);
    for (int k = 0; k < rows.sources; k++) {
        n += declare(body + n, sizeof body - (size_t)n, shape[k + 1], names[k]);
        if (shape[k + 1] == 'p')
            n += snprintf(body + n, sizeof body - (size_t)n,
                          "ld.u32 %%r60, [%%x60+%d]; setp.ne.u32 %%%c, %%r60, 0;\n", 8 * k, names[k]);
        else
            n += snprintf(body + n, sizeof body - (size_t)n, "ld.b%d %%%c, [%%x60+%d];\n",
                          bits_of_shape(shape[k + 1]), names[k], 8 * k);
    }
    n += snprintf(body + n, sizeof body - (size_t)n, "%s", text);
    if (!strchr(text, '%')) {
        n += snprintf(body + n, sizeof body - (size_t)n, " %%d");
        for (int k = 0; k < rows.sources; k++)
            n += snprintf(body + n, sizeof body - (size_t)n, ", %%%c", names[k]);
        n += snprintf(body + n, sizeof body - (size_t)n, ";");
    }
    if (shape[0] == 'p')
        snprintf(body + n, sizeof body - (size_t)n, "\nselp.b32 %%r61, 1, 0, %%d; st.b32 [%%mine], %%r61;");
    else
        snprintf(body + n, sizeof body - (size_t)n, "\nst.b%d [%%mine], %%d;", bits_of_shape(shape[0]));
    PtxRun run = {.body = body,
                  .grid = {rows.count / 128},
                  .block = {128},
                  .in = rows.source,
                  .in_count = rows.count * ROW,
                  .out_count = rows.count};
    if (!run_ptx(&run)) return false;
    rows.result = run.out;
    return true;
}

static inline void row_differs(const char *file, int line, const char *text, u32 i, u64 got, u64 expected) {
    const u64 *s = &rows.source[i * ROW];
    char sources[120] = "";
    for (int k = 0, n = 0; k < rows.sources; k++)
        n += snprintf(sources + n, sizeof sources - (size_t)n, " 0x%llx", (unsigned long long)s[k]);
    check_fail_format(file, line, "%s of%s gives 0x%llx, expected 0x%llx", text, sources,
                      (unsigned long long)got, (unsigned long long)expected);
}

#define CHECK_EACH(text, shape, expression)                                                                  \
    do {                                                                                                     \
        for (u32 i_ = run_rows(text, shape) ? 0 : MAX_ROWS; i_ < rows.count; i_++) {                         \
            const u64 a = rows.source[i_ * ROW], b = rows.source[i_ * ROW + 1];                              \
            const u64 c = rows.source[i_ * ROW + 2], e = rows.source[i_ * ROW + 3];                          \
            (void)a, (void)b, (void)c, (void)e;                                                              \
            const u64 mask_ = mask_of_shape((shape)[0]), got_ = rows.result[i_] & mask_;                     \
            const u64 expected_ = (u64)(expression)&mask_;                                                   \
            if (got_ != expected_) row_differs(__FILE__, __LINE__, text, i_, got_, expected_);               \
        }                                                                                                    \
    } while (0)

// For a double-precision result, given as such.
#define CHECK_EACH_F64(text, shape, value) CHECK_EACH(text, shape, any_nan_f64(got_, u64_of_f64(value)))

#endif

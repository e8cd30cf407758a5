// Directed rounding without the CPU's rounding modes against the CPU's rounding modes. Built with -frounding-math.
#include "grader/warpsim/wasm/directed.h"

#include <fenv.h>
#include <math.h>

#include "tests/check.h"

enum { OPERATIONS = FLOAT_SQRT + 1, TRIES = 400000 };

static const struct {
    Rounding rounding;
    int mode;
} modes[] = {{ROUND_ZERO, FE_TOWARDZERO}, {ROUND_DOWN, FE_DOWNWARD}, {ROUND_UP, FE_UPWARD}};

static u64 state = 0x9e3779b97f4a7c15;

static u64 random_bits(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

static float cpu_f32(int operation, float x, float y, float z, int mode) {
    volatile float a = x, b = y, c = z, r;
    fesetround(mode);
    r = operation == FLOAT_ADD   ? a + b
        : operation == FLOAT_SUB ? a - b
        : operation == FLOAT_MUL ? a * b
        : operation == FLOAT_DIV ? a / b
        : operation == FLOAT_FMA ? fmaf(a, b, c)
        : operation == FLOAT_RCP ? 1 / a
                                 : sqrtf(a);
    fesetround(FE_TONEAREST);
    return r;
}

static double cpu_f64(int operation, double x, double y, double z, int mode) {
    volatile double a = x, b = y, c = z, r;
    fesetround(mode);
    r = operation == FLOAT_ADD   ? a + b
        : operation == FLOAT_SUB ? a - b
        : operation == FLOAT_MUL ? a * b
        : operation == FLOAT_DIV ? a / b
        : operation == FLOAT_FMA ? fma(a, b, c)
        : operation == FLOAT_RCP ? 1 / a
                                 : sqrt(a);
    fesetround(FE_TONEAREST);
    return r;
}

static bool same(double a, double b) {
    return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

// Of the numbers some are near each other, some are small whole numbers, whose results are often exact, and some are at the ends.
static float some_f32(void) {
    static const float ends[] = {
        0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 0x1.fffffep127f, -0x1.fffffep127f, 0x1p-149f, -0x1p-126f};
    const u64 r = random_bits();
    if (r % 16 == 0) return ends[r / 16 % (sizeof ends / sizeof *ends)];
    if (r % 4 == 1) return (float)(s64)(r / 16 % 64) - 32;
    u32 bits = (u32)(r >> 32);
    if (r % 4 == 2) bits = (bits & 0x807fffff) | (127 - 8 + (u32)(r / 16 % 16)) << 23;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// Exponents of a size that no product or error leaves the normal numbers, but for a few.
static double some_f64(void) {
    static const double ends[] = {
        0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023};
    const u64 r = random_bits();
    if (r % 16 == 0) return ends[r / 16 % (sizeof ends / sizeof *ends)];
    if (r % 4 == 1) return (double)(s64)(r / 16 % 64) - 32;
    u64 bits = random_bits();
    bits = (bits & 0x800fffffffffffff) | (1023 - (r % 4 == 2 ? 8 : 200) + r / 16 % (r % 4 == 2 ? 16 : 400))
                                             << 52;
    double f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

TEST(floats) {
    for (int i = 0; i < TRIES; i++) {
        const int operation = i % OPERATIONS, m = i / OPERATIONS % 3;
        const float a = some_f32(), b = i % 5 ? some_f32() : a, c = i % 7 ? some_f32() : -a * b;
        const float got = directed_f32(operation, a, b, c, modes[m].rounding);
        const float expected = cpu_f32(operation, a, b, c, modes[m].mode);
        if (!same(got, expected))
            check_fail_format(__FILE__, __LINE__, "operation %d, mode %d of %a %a %a is %a, expected %a",
                              operation, m, a, b, c, got, expected);
    }
}

TEST(doubles) {
    for (int i = 0; i < TRIES; i++) {
        const int operation = i % OPERATIONS, m = i / OPERATIONS % 3;
        const double a = some_f64(), b = i % 5 ? some_f64() : a, c = i % 7 ? some_f64() : -a * b;
        const double got = directed_f64(operation, a, b, c, modes[m].rounding);
        const double expected = cpu_f64(operation, a, b, c, modes[m].mode);
        if (!same(got, expected))
            check_fail_format(__FILE__, __LINE__, "operation %d, mode %d of %a %a %a is %a, expected %a",
                              operation, m, a, b, c, got, expected);
    }
}

TEST(integers) {
    for (int i = 0; i < TRIES; i++) {
        const u64 r = random_bits();
        const volatile s64 v = (s64)(i % 4 ? r >> r % 64 : UINT64_MAX - r % 4096);
        const int m = i % 3;
        fesetround(modes[m].mode);
        volatile double d = (double)v, ud = (double)(u64)v;
        volatile float f = (float)v, uf = (float)(u64)v;
        fesetround(FE_TONEAREST);
        CHECK(directed_integer(v, true, true, modes[m].rounding) == d);
        CHECK(directed_integer(v, false, true, modes[m].rounding) == ud);
        CHECK(directed_integer(v, true, false, modes[m].rounding) == f);
        CHECK(directed_integer(v, false, false, modes[m].rounding) == uf);
    }
}

CHECK_MAIN()

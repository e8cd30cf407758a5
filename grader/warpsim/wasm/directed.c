// Each result is first rounded to nearest. What is missing from the exact one, of which only the sign is needed, says whether the
// neighbour is meant.
#include "grader/warpsim/wasm/directed.h"

#include <math.h>

static double sign(double v) {
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

// Which way the result has to move: `error` is exact minus nearest, `nearest` has the sign of the exact one, or is 0.
static int move(double nearest, double error, Rounding rounding) {
    const double exact = nearest != 0 ? nearest : error;
    const bool up = rounding == ROUND_UP || (rounding == ROUND_ZERO && exact < 0);
    const bool down = rounding == ROUND_DOWN || (rounding == ROUND_ZERO && exact > 0);
    return up && error > 0 ? 1 : down && error < 0 ? -1 : 0;
}

// x + y = sum + error, exactly, unless it overflows.
static double sum_error(double x, double y, double sum) {
    const double of_y = sum - x, of_x = sum - of_y;
    return (x - of_x) + (y - of_y);
}

// The sign of a zero that two terms cancel to, or that both are.
static double zero_of(double x, double y, Rounding rounding) {
    if (signbit(x) && signbit(y)) return -0.0;
    return rounding == ROUND_DOWN && (signbit(x) || signbit(y)) ? -0.0 : 0.0;
}

static bool finite3(double a, double b, double c) {
    return isfinite(a) && isfinite(b) && isfinite(c);
}

// ---- float: in double, where products of floats are exact

// v + rest, of which `rest` is too small to be seen in v, as a float.
static float narrow(double v, double rest, Rounding rounding) {
    const float nearest = (float)v;
    const double error = isinf(nearest) ? -sign(v) : v - nearest;
    const int way = move(nearest, error != 0 ? error : rest, rounding);
    return way ? nextafterf(nearest, way > 0 ? INFINITY : -INFINITY) : nearest;
}

static float sum_f32(double x, double y, Rounding rounding) {
    const double sum = x + y;
    if (!isfinite(sum)) return (float)sum;
    if (sum == 0) return (float)zero_of(x, y, rounding);
    return narrow(sum, sum_error(x, y, sum), rounding);
}

static float quotient_f32(float a, float b, Rounding rounding) {
    const double q = (double)a / b;
    if (!finite3(a, b, q) || q == 0) return (float)q;
    return narrow(q, sign(fma(-q, b, a)) * sign(b), rounding);
}

float directed_f32(int operation, float a, float b, float c, Rounding rounding) {
    switch (operation) {
    case FLOAT_ADD: return sum_f32(a, b, rounding);
    case FLOAT_SUB: return sum_f32(a, -b, rounding);
    case FLOAT_MUL: {
        const double product = (double)a * b;
        return finite3(a, b, product) ? narrow(product, 0, rounding) : (float)product;
    }
    case FLOAT_DIV: return quotient_f32(a, b, rounding);
    case FLOAT_FMA: return sum_f32((double)a * b, c, rounding);
    case FLOAT_RCP: return quotient_f32(1, a, rounding);
    default: {
        const double root = sqrt(a);
        return isfinite(root) && root > 0 ? narrow(root, fma(-root, root, a), rounding) : (float)root;
    }
    }
}

// ---- double

static double step(double nearest, double error, Rounding rounding) {
    const int way = move(nearest, error, rounding);
    return way ? nextafter(nearest, way > 0 ? INFINITY : -INFINITY) : nearest;
}

// Infinite although the operands are finite: the exact result lies nearer to zero.
static double overflowed(double infinite, Rounding rounding) {
    return step(infinite, -sign(infinite), rounding);
}

static double sum_f64(double x, double y, Rounding rounding) {
    const double sum = x + y;
    if (!finite3(x, y, 0)) return sum;
    if (isinf(sum)) return overflowed(sum, rounding);
    return sum == 0 ? zero_of(x, y, rounding) : step(sum, sum_error(x, y, sum), rounding);
}

static double product_f64(double a, double b, Rounding rounding) {
    const double product = a * b;
    if (!finite3(a, b, 0) || a == 0 || b == 0) return product;
    if (isinf(product)) return overflowed(product, rounding);
    if (product == 0) return step(product, sign(a) * sign(b), rounding);
    return step(product, fma(a, b, -product), rounding);
}

static double quotient_f64(double a, double b, Rounding rounding) {
    const double q = a / b;
    if (!finite3(a, b, 0) || a == 0 || b == 0) return q;
    if (isinf(q)) return overflowed(q, rounding);
    if (q == 0) return step(q, sign(a) * sign(b), rounding);
    return step(q, sign(fma(-q, b, a)) * sign(b), rounding);
}

// The error of a fused multiplication and addition is itself a sum of two doubles: S. Boldo and J.-M. Muller, "Some functions
// computable with a fused-mac", ARITH 2005.
static double fused_f64(double a, double b, double c, Rounding rounding) {
    const double r = fma(a, b, c);
    if (!finite3(a, b, c)) return r;
    if (isinf(r)) return overflowed(r, rounding);
    if (a == 0 || b == 0) return r == 0 ? zero_of(a * b, c, rounding) : r;
    const double high = a * b, low = fma(a, b, -high);
    if (r == 0 && high == -c && low == 0) return zero_of(high, c, rounding);
    const double sum = c + low, sum_low = sum_error(c, low, sum);
    const double all = high + sum, all_low = sum_error(high, sum, all);
    return step(r, ((all - r) + all_low) + sum_low, rounding);
}

double directed_f64(int operation, double a, double b, double c, Rounding rounding) {
    switch (operation) {
    case FLOAT_ADD: return sum_f64(a, b, rounding);
    case FLOAT_SUB: return sum_f64(a, -b, rounding);
    case FLOAT_MUL: return product_f64(a, b, rounding);
    case FLOAT_DIV: return quotient_f64(a, b, rounding);
    case FLOAT_FMA: return fused_f64(a, b, c, rounding);
    case FLOAT_RCP: return quotient_f64(1, a, rounding);
    default: {
        const double root = sqrt(a);
        return isfinite(root) && root > 0 ? step(root, fma(-root, root, a), rounding) : root;
    }
    }
}

// ---- Integers

// 128 bits hold each 64-bit integer and each double or float that is next to one.
double directed_integer(s64 v, bool is_signed, bool to_double, Rounding rounding) {
    const __int128 exact = is_signed ? (__int128)v : (__int128)(u64)v;
    if (to_double) {
        const double nearest = (double)exact;
        const __int128 error = exact - (__int128)nearest;
        return step(nearest, error > 0 ? 1 : error < 0 ? -1 : 0, rounding);
    }
    const float nearest = (float)exact;
    const __int128 error = exact - (__int128)nearest;
    const int way = move(nearest, error > 0 ? 1 : error < 0 ? -1 : 0, rounding);
    return way ? nextafterf(nearest, way > 0 ? INFINITY : -INFINITY) : nearest;
}

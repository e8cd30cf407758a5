// Floating-point arithmetic with a rounding mode other than to nearest: add.rz, fma.rm and so on.
//
// Built with -frounding-math, so that the compiler respects the mode that is set here.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "grader/warpsim/core/single.h"
#include "grader/warpsim/core/special.h"

static int mode_of(s64 rounding) {
    switch (rounding) {
    case ROUND_ZERO: return FE_TOWARDZERO;
    case ROUND_DOWN: return FE_DOWNWARD;
    case ROUND_UP: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

double rounded_from_integer(s64 v, bool is_signed, bool to_double, Rounding rounding) {
    const int saved = fegetround();
    fesetround(mode_of(rounding));
    volatile double r;
    if (to_double)
        r = is_signed ? (double)v : (double)(u64)v;
    else
        r = is_signed ? (float)v : (float)(u64)v;
    fesetround(saved);
    return r;
}

static float flush(float v, bool ftz) {
    return ftz ? flush_subnormal(v) : v;
}

void run_rounded_f32(Warp *w, const Op *op) {
    float *d = lanes_of(w, op->d);
    const float *pa = lanes_of(w, op->a), *pb = lanes_of(w, op->b), *pc = lanes_of(w, op->c);
    const bool ftz = op->flags & 1;
    const int saved = fegetround();
    fesetround(mode_of(op->imm));
    EACH_LANE_OF(w->mask, i) {
        volatile float a = flush(pa[i], ftz), b = flush(pb[i], ftz), c = flush(pc[i], ftz), r;
        switch (op->kind) {
        case FLOAT_ADD: r = a + b; break;
        case FLOAT_SUB: r = a - b; break;
        case FLOAT_MUL: r = a * b; break;
        case FLOAT_DIV: r = a / b; break;
        case FLOAT_FMA: r = fmaf(a, b, c); break;
        case FLOAT_RCP: r = 1 / a; break;
        default: r = sqrtf(a); break;
        }
        d[i] = canonical_nan(flush(r, ftz));
    }
    fesetround(saved);
}

void run_rounded_f64(Warp *w, const Op *op) {
    double *d = lanes_of(w, op->d);
    const double *pa = lanes_of(w, op->a), *pb = lanes_of(w, op->b), *pc = lanes_of(w, op->c);
    const int saved = fegetround();
    fesetround(mode_of(op->imm));
    EACH_LANE_OF(w->mask, i) {
        volatile double a = pa[i], b = pb[i], c = pc[i], r;
        switch (op->kind) {
        case FLOAT_ADD: r = a + b; break;
        case FLOAT_SUB: r = a - b; break;
        case FLOAT_MUL: r = a * b; break;
        case FLOAT_DIV: r = a / b; break;
        case FLOAT_FMA: r = fma(a, b, c); break;
        case FLOAT_RCP: r = 1 / a; break;
        default: r = sqrt(a); break;
        }
        d[i] = r;
    }
    fesetround(saved);
}

// What core/rounding.c does with the CPU's rounding modes, for WebAssembly, which has none.
#include <math.h>
#include <string.h>

#include "grader/warpsim/core/single.h"
#include "grader/warpsim/wasm/directed.h"

static float flush(float v, bool ftz) {
    return ftz ? flush_subnormal(v) : v;
}

void run_rounded_f32(Warp *w, const Op *op) {
    float *d = lanes_of(w, op->d);
    const float *a = lanes_of(w, op->a), *b = lanes_of(w, op->b), *c = lanes_of(w, op->c);
    const bool ftz = op->flags & 1;
    EACH_LANE_OF(w->mask, i) {
        const float r = directed_f32(op->kind, flush(a[i], ftz), flush(b[i], ftz), flush(c[i], ftz), op->imm);
        d[i] = canonical_nan(flush(r, ftz));
    }
}

void run_rounded_f64(Warp *w, const Op *op) {
    double *d = lanes_of(w, op->d);
    const double *a = lanes_of(w, op->a), *b = lanes_of(w, op->b), *c = lanes_of(w, op->c);
    EACH_LANE_OF(w->mask, i) {
        d[i] = directed_f64(op->kind, a[i], b[i], c[i], op->imm);
    }
}

double rounded_from_integer(s64 v, bool is_signed, bool to_double, Rounding rounding) {
    return directed_integer(v, is_signed, to_double, rounding);
}

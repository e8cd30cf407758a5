// Rare lane-wise operations: testp, and the byte and half-word differences of the video instructions.
#include <math.h>
#include <string.h>

#include "grader/warpsim/core/special.h"

static bool test(double v, double smallest_normal, u8 kind) {
    switch (kind) {
    case TESTP_FINITE: return isfinite(v);
    case TESTP_INFINITE: return isinf(v);
    case TESTP_NUMBER: return !isnan(v);
    case TESTP_NAN: return isnan(v);
    case TESTP_NORMAL: return isfinite(v) && (v == 0 || fabs(v) >= smallest_normal); // zero counts as normal
    default: return v != 0 && fabs(v) < smallest_normal;
    }
}

void run_testp(Warp *w, const Op *op) {
    u32 r = 0;
    EACH_LANE_OF(w->mask, i) {
        const double v =
            op->width == 8 ? ((const double *)lanes_of(w, op->a))[i] : ((const float *)lanes_of(w, op->a))[i];
        r |= (u32)test(v, op->width == 8 ? 0x1p-1022 : 0x1p-126, op->kind) << i;
    }
    set_predicate(w, op->d, r);
}

void run_video(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u32 *a = lanes_of(w, op->a), *b = lanes_of(w, op->b), *c = lanes_of(w, op->c);
    const int bits = op->kind == 4 ? 8 : 16, spare = 32 - bits;
    EACH_LANE_OF(w->mask, i) {
        u32 packed = 0, sum = 0;
        for (int k = 0; k < 32; k += bits) {
            const s64 x =
                op->flags & 1 ? (s32)(a[i] >> k << spare) >> spare : (s64)(a[i] >> k << spare >> spare);
            const s64 y =
                op->flags & 1 ? (s32)(b[i] >> k << spare) >> spare : (s64)(b[i] >> k << spare >> spare);
            const u32 difference = (u32)(x > y ? x - y : y - x);
            packed |= (difference & ((1u << bits) - 1)) << k;
            sum += difference;
        }
        d[i] = op->flags & 2 ? sum + c[i] : packed;
    }
}

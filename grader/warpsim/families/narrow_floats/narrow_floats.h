// Floats narrower than 16 bits, and tf32: their codes, and the operations that convert them.
#ifndef WARPBOOK_NARROW_FLOATS_H
#define WARPBOOK_NARROW_FLOATS_H

#include "grader/warpsim/core/special.h"

enum { NARROW_E4M3, NARROW_E5M2, NARROW_E2M3, NARROW_E3M2, NARROW_E2M1 };
double narrow_to_f64(u8 code, u8 kind);
enum { NARROW_RELU = 1, NARROW_FROM_PAIR = 2, NARROW_FINITE = 4 };
void run_scale_pair(Warp *w, const Op *op);   // to ue8m0x2; kind Rounding; a and b f32, or bf16x2 in a
void run_unscale_pair(Warp *w, const Op *op); // from ue8m0x2 to bf16x2
void run_narrow_pair(Warp *w, const Op *op);  // kind; a high, b low (or both in a): two bytes in d
void run_widen_pair(Warp *w, const Op *op);   // kind; two bytes in a: f16x2 in d
void run_convert_tf32(Warp *w, const Op *op); // kind Rounding

#endif

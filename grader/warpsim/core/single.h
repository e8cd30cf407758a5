// What PTX makes of single-precision values: subnormals become zero where .ftz asks for it, and each NaN the same one.
#ifndef WARPBOOK_SINGLE_H
#define WARPBOOK_SINGLE_H

#include <math.h>
#include <string.h>

#include "grader/warpsim/core/lanes.h"

// A subnormal becomes zero with its sign (PTX ISA, ".ftz").
static inline float flush_subnormal(float v) {
    return fabsf(v) < 0x1p-126f ? copysignf(0, v) : v;
}

// PTX ISA, "NaN payloads": the canonical one is 0x7fffffff.
static inline float canonical_nan(float v) {
    const u32 bits = 0x7fffffff;
    if (v != v) memcpy(&v, &bits, sizeof v);
    return v;
}

#endif

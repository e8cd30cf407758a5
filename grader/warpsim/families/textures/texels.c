// Texels: from the bytes of an array to the four values that a fetch returns.
#include "grader/warpsim/families/textures/texture_ops.h"

#include <math.h>
#include <string.h>

#include "grader/warpsim/core/special.h"

static u32 bits_of(f32 value) {
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool texel_is_float(const Texture *t) {
    return t->format.kind == WARPSIM_FLOAT || t->normalized_values;
}

// IEC 61966-2-1.
static f32 linear_of_srgb(f32 v) {
    return (f32)(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
}

// [-1, 1], where the most negative number is -1 too, or [0, 1].
static f32 normalized(const Texture *t, s32 value) {
    const f64 largest = (f64)((1ull << (t->format.bits - (t->format.kind == WARPSIM_SIGNED))) - 1);
    const f32 v = (f32)(value / largest);
    return v < -1 ? -1 : v;
}

static u32 channel_value(const Texture *t, u32 channel, const u8 *bytes) {
    u32 raw = 0;
    memcpy(&raw, bytes, t->format.bits / 8);
    if (t->format.kind == WARPSIM_FLOAT)
        return t->format.bits == 16 ? bits_of((f32)half_to_f64((u16)raw)) : raw;
    const u32 unused = 32u - t->format.bits;
    const s32 value = t->format.kind == WARPSIM_SIGNED ? (s32)(raw << unused) >> unused : (s32)raw;
    if (!t->normalized_values) return (u32)value;
    const f32 v = normalized(t, value);
    return bits_of(t->srgb && channel < 3 ? linear_of_srgb(v) : v);
}

Texel texel_read(const Texture *t, const u8 *bytes) {
    Texel texel = {.raw = {0, 0, 0, texel_is_float(t) ? bits_of(1) : 1}};
    for (u32 c = 0; c < t->format.channels; c++)
        texel.raw[c] = channel_value(t, c, bytes + c * (t->format.bits / 8u));
    return texel;
}

// The border's colour is given as floats, for integers too.
Texel texel_of_border(const Texture *t) {
    Texel texel;
    for (u32 c = 0; c < 4; c++) {
        if (texel_is_float(t))
            texel.raw[c] = bits_of(t->border[c]);
        else if (t->format.kind == WARPSIM_SIGNED)
            texel.raw[c] = (u32)(s32)limited(t->border[c], INT32_MIN, INT32_MAX);
        else
            texel.raw[c] = (u32)limited(t->border[c], 0, UINT32_MAX);
    }
    return texel;
}

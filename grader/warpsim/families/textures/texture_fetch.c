// Texture fetches: coordinates to texels, filtering between texels and between levels.
//
// The arithmetic is that of the CUDA C++ Programming Guide, "Texture Fetching": weights have 8 bits of
// fraction, and the guide's formulas are evaluated without further rounding. Coordinates are converted to
// fixed point first, which is where the weights come from.
#include <math.h>
#include <string.h>

#include "grader/warpsim/families/textures/texture_ops.h"

// One lane's fetch.
typedef struct {
    Warp *w;
    const Op *op;
    const TextureOp *how;
    const Texture *t;
    u32 lane;
} Fetch;

// Along one axis: the texels beside the point and the weight of the second, in 256ths. -1: outside, the
// border's colour.
typedef struct {
    s64 texel[2];
    u32 weight;
} Axis;

static s64 texel_inside(s64 i, u32 size, u8 mode) {
    if (i >= 0 && i < size) return i;
    const s64 period = mode == WARPSIM_MIRROR ? 2 * (s64)size : size;
    const s64 within = (i % period + period) % period;
    switch (mode) {
    case WARPSIM_WRAP: return within;
    case WARPSIM_MIRROR: return within < size ? within : period - 1 - within;
    case WARPSIM_BORDER: return -1;
    default: return i < 0 ? 0 : size - 1;
    }
}

// `at` counts texels: texel i reaches from i to i + 1.
static Axis axis_at(f64 at, u32 size, u8 mode, bool linear) {
    const f64 far = 1e12; // farther than any picture, and safe to convert
    at = limited(at, -far, far);
    if (!linear) return (Axis){.texel = {texel_inside((s64)floor(at), size, mode), -1}};
    const s64 fixed = (s64)floor(at * 256 + 0.5) - 128, i = fixed >> 8;
    return (Axis){.texel = {texel_inside(i, size, mode), texel_inside(i + 1, size, mode)},
                  .weight = (u32)(fixed & 255)};
}

static bool read_texel(const Fetch *f, const Image *m, s64 x, s64 y, s64 z, Texel *texel) {
    if (x < 0 || y < 0 || z < 0) {
        *texel = texel_of_border(f->t);
        return true;
    }
    const u32 bytes = texel_bytes(f->t->format);
    const Run run = {.first = f->lane,
                     .again = f->lane,
                     .count = 1,
                     .address = m->address + (u64)z * m->slice + (u64)y * m->pitch + (u64)x * bytes,
                     .bytes = bytes};
    const u8 *from = global_run(f->w, f->op, &run, bytes, false);
    if (from) *texel = texel_read(f->t, from);
    return from != NULL;
}

static f64 value_of(u32 raw) {
    f32 v;
    memcpy(&v, &raw, sizeof v);
    return v;
}

static u32 raw_of(f64 value) {
    const f32 v = (f32)value;
    u32 raw;
    memcpy(&raw, &v, sizeof raw);
    return raw;
}

// The weighted sum over the corners around the point. Texels without weight are not looked at.
static bool filter_corners(const Fetch *f, const Image *m, const Axis axis[3], Texel *result) {
    f64 sum[4] = {0};
    for (u32 corner = 0; corner < 8; corner++) {
        f64 weight = 1;
        s64 at[3];
        for (u32 k = 0; k < 3; k++) {
            const bool second = corner >> k & 1;
            weight *= (second ? axis[k].weight : 256 - axis[k].weight) / 256.0;
            at[k] = axis[k].texel[second];
        }
        if (weight == 0) continue;
        Texel texel;
        if (!read_texel(f, m, at[0], at[1], at[2], &texel)) return false;
        for (u32 c = 0; c < 4; c++) sum[c] += weight * value_of(texel.raw[c]);
    }
    for (u32 c = 0; c < 4; c++) result->raw[c] = raw_of(sum[c]);
    return true;
}

// One component of the four texels around the point, counter-clockwise from the lower left.
static bool gather(const Fetch *f, const Image *m, const Axis axis[3], Texel *result) {
    static const u8 corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    for (u32 i = 0; i < 4; i++) {
        Texel texel;
        if (!read_texel(f, m, axis[0].texel[corner[i][0]], axis[1].texel[corner[i][1]], axis[2].texel[0],
                        &texel))
            return false;
        result->raw[i] = texel.raw[f->how->component];
    }
    return true;
}

// Where a fetch looks, the same for all levels.
typedef struct {
    f64 coordinate[3];
    u32 axes;        // that are coordinates; the next one is the layer
    u32 layer;       // index of the layer, or of a cube's face
    bool normalized; // coordinates go from 0 to 1
} Spot;

static bool sample_level(const Fetch *f, const Spot *spot, u32 level, Texel *result) {
    const Image *m = &f->t->level[level];
    const u32 size[3] = {m->width, m->height, m->depth};
    const bool gathers = f->how->read == READ_GATHER;
    const bool linear = gathers || (f->t->linear && !f->how->integers);
    Axis axis[3] = {{.texel = {0, 0}}, {.texel = {0, 0}}, {.texel = {spot->layer, spot->layer}}};
    for (u32 k = 0; k < spot->axes; k++) {
        const f64 scale = spot->normalized ? size[k] : 1;
        axis[k] = axis_at(spot->coordinate[k] * scale, size[k], f->t->address_mode[k], linear);
    }
    if (gathers) return gather(f, m, axis, result);
    if (linear) return filter_corners(f, m, axis, result);
    return read_texel(f, m, axis[0].texel[0], axis[1].texel[0], axis[2].texel[0], result);
}

// The level is rounded, or the two levels beside it are mixed.
static bool sample(const Fetch *f, const Spot *spot, f64 lod, Texel *result) {
    const Texture *t = f->t;
    lod = limited(limited(lod + t->level_bias, t->level_min, t->level_max), 0, t->level_count - 1);
    if (!t->linear_levels) return sample_level(f, spot, (u32)floor(lod + 0.5), result);
    const u32 fixed = (u32)floor(lod * 256 + 0.5), level = fixed >> 8;
    const f64 weight = (fixed & 255) / 256.0;
    if (!sample_level(f, spot, level, result)) return false;
    if (weight == 0 || !texel_is_float(t)) return true;
    Texel second;
    if (!sample_level(f, spot, level + 1, &second)) return false;
    for (u32 c = 0; c < 4; c++)
        result->raw[c] = raw_of((1 - weight) * value_of(result->raw[c]) + weight * value_of(second.raw[c]));
    return true;
}

static f64 coordinate_of(const Fetch *f, Operand o) {
    if (f->how->integers) return ((const s32 *)lanes_of(f->w, o))[f->lane];
    return ((const f32 *)lanes_of(f->w, o))[f->lane];
}

static f64 float_of(const Fetch *f, Operand o) {
    return ((const f32 *)lanes_of(f->w, o))[f->lane];
}

// The face of the cube that the direction points to, and the place on it (guide, "Cubemap Textures").
static u32 cube_face(f64 direction[3]) {
    const f64 x = direction[0], y = direction[1], z = direction[2];
    f64 m, s, t;
    u32 face;
    if (fabs(x) >= fabs(y) && fabs(x) >= fabs(z))
        m = fabs(x), face = x < 0, s = x < 0 ? z : -z, t = -y;
    else if (fabs(y) >= fabs(z))
        m = fabs(y), face = 2 + (y < 0), s = x, t = y < 0 ? -z : z;
    else
        m = fabs(z), face = 4 + (z < 0), s = z < 0 ? -x : x, t = -y;
    direction[0] = (s / m + 1) / 2;
    direction[1] = (t / m + 1) / 2;
    return face;
}

static Spot spot_of(const Fetch *f) {
    const TextureOp *how = f->how;
    const bool cube = how->shape == WARPSIM_CUBE || how->shape == WARPSIM_CUBE_LAYERED;
    Spot spot = {.axes = shape_axes(how->shape),
                 .normalized = (f->t->normalized_coordinates && !how->integers) || cube};
    for (u32 k = 0; k < spot.axes; k++) spot.coordinate[k] = coordinate_of(f, how->coordinate[k]);
    if (shape_is_layered(how->shape)) { // past the last layer is the last
        const u32 layers = f->t->level[0].depth / (cube ? 6 : 1);
        const u32 layer = ((const u32 *)lanes_of(f->w, how->layer))[f->lane];
        spot.layer = layer < layers ? layer : layers - 1;
    }
    if (cube) {
        spot.layer = spot.layer * 6 + cube_face(spot.coordinate);
        spot.axes = 2;
    }
    return spot;
}

// log2 of how many texels a step of one pixel crosses, along the longer of its two sides.
static f64 level_of_gradients(const Fetch *f, u32 axes) {
    const Image *m = &f->t->level[0];
    const u32 size[3] = {m->width, m->height, m->depth};
    f64 longest = 0;
    for (u32 side = 0; side < 2; side++) {
        f64 square = 0;
        for (u32 k = 0; k < axes; k++) {
            const f64 scale = f->t->normalized_coordinates ? size[k] : 1;
            const f64 step = float_of(f, f->how->gradient[side][k]) * scale;
            square += step * step;
        }
        if (square > longest) longest = square;
    }
    return log2(longest) / 2;
}

static bool fetch(const Fetch *f, Texel *result) {
    const Spot spot = spot_of(f);
    const f64 lod = f->how->read == READ_LEVEL       ? float_of(f, f->how->level)
                    : f->how->read == READ_GRADIENTS ? level_of_gradients(f, spot.axes)
                                                     : 0;
    return sample(f, &spot, lod, result);
}

void run_texture(Warp *w, const Op *op) {
    const TextureOp *how = (const TextureOp *)(intptr_t)op->imm;
    if (!w->mask || w->worker->stop) return;
    const u64 *handle = lanes_of(w, op->a);
    Fetch f = {.w = w, .op = op, .how = how};
    u64 last = 0; // no object has this handle
    Texel texels[LANES];
    w->worker->sites[op->site].requests++;
    EACH_LANE_OF(w->mask, i) {
        f.lane = i;
        if (handle[i] != last || !last) f.t = object_of(w, op, i, last = handle[i], false, how->shape);
        if (!f.t || !fetch(&f, &texels[i])) return;
        w->worker->sites[op->site].bytes += texel_bytes(f.t->format);
    }
    for (u32 c = 0; c < 4; c++) {
        u32 *to = lanes_of(w, how->result[c]);
        EACH_LANE_OF(w->mask, i) {
            to[i] = texels[i].raw[c];
        }
    }
}

// Surfaces: suld and sust read and write the bytes of an array as they are. The first coordinate counts
// bytes.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/note.h"
#include "grader/warpsim/families/textures/texture_ops.h"

// One lane's access.
typedef struct {
    Warp *w;
    const Op *op;
    const SurfaceOp *how;
    const Texture *t;
    u32 lane;
    u32 bytes; // of the access
} Access;

static void stop_with(const Access *a, Check check, const char *next, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void stop_with(const Access *a, Check check, const char *next, const char *format, ...) {
    Finding *f = note_lane(a->w, a->op, check, a->lane);
    if (f) {
        note_access(f, 0, a->bytes, a->how->stores);
        va_list values;
        va_start(values, format);
        vsnprintf(f->message, sizeof f->message, format, values);
        va_end(values);
        snprintf(f->next, sizeof f->next, "%s", next);
        f->fatal = true;
    }
    stop_block(a->w);
}

static void note_outside(const Access *a, const s64 at[3], const s64 size[3]) {
    static const char *const places[] = {"byte", "row", "slice"};
    static const char *const things[] = {"bytes a row", "rows", "slices or layers"};
    u32 k = 0;
    while (k < 2 && at[k] >= 0 && at[k] + (k == 0 ? (s64)a->bytes : 1) <= size[k]) k++;
    stop_with(a, CHECK_OUT_OF_BOUNDS,
              "Guard the access. The first coordinate of surface functions is in bytes: x * sizeof(element).",
              "This would %s %u byte%s of a surface at %s %" PRId64 ", but the surface has %" PRId64 " %s.",
              a->how->stores ? "write" : "read", a->bytes, plural(a->bytes), places[k], at[k], size[k],
              things[k]);
}

static s64 between(s64 v, s64 low, s64 high) {
    return v < low ? low : v > high ? high : v;
}

// Moves the coordinates inside where the instruction wants it so. False: nothing is to be done.
static bool settle_bounds(const Access *a, s64 at[3]) {
    const Image *m = &a->t->level[0];
    const s64 size[3] = {(s64)m->width * texel_bytes(a->t->format), m->height, m->depth};
    const s64 last[3] = {size[0] - a->bytes, size[1] - 1, size[2] - 1};
    bool outside = false;
    for (u32 k = 0; k < 3; k++) outside |= at[k] < 0 || at[k] > last[k];
    if (!outside) return true;
    if (a->how->boundary == BOUNDARY_TRAP) note_outside(a, at, size);
    if (a->how->boundary != BOUNDARY_CLAMP || last[0] < 0) return false;
    for (u32 k = 0; k < 3; k++) at[k] = between(at[k], 0, last[k]);
    return true;
}

// An access goes texel by texel where it is wider than one: rows follow each other without a gap, so nothing
// wider need be aligned.
static u32 step_of(const Access *a) {
    const u32 texel = texel_bytes(a->t->format);
    return a->bytes < texel ? a->bytes : texel;
}

static bool move_bytes(const Access *a, u64 address, u8 *data) {
    const u32 step = step_of(a);
    for (u32 done = 0; done < a->bytes; done += step) {
        const Run run = {.first = a->lane,
                         .again = a->lane,
                         .count = 1,
                         .address = address + done,
                         .bytes = step,
                         .value = a->how->stores ? data + done : NULL};
        u8 *place = global_run(a->w, a->op, &run, step, a->how->stores);
        if (!place) return false;
        if (a->how->stores)
            memcpy(place, data + done, step);
        else
            memcpy(data + done, place, step);
    }
    return true;
}

static bool access_lane(const Access *a, u8 *data) {
    const SurfaceOp *how = a->how;
    const Image *m = &a->t->level[0];
    const u32 axes = shape_axes(how->shape);
    s64 at[3] = {0};
    for (u32 k = 0; k < axes; k++) at[k] = ((const s32 *)lanes_of(a->w, how->coordinate[k]))[a->lane];
    if (shape_is_layered(how->shape)) at[2] = ((const s32 *)lanes_of(a->w, how->layer))[a->lane];
    if (!settle_bounds(a, at)) return !a->w->worker->stop;
    if (at[0] % step_of(a)) {
        stop_with(a, CHECK_MISALIGNED,
                  "The first coordinate of surface functions is in bytes: x * sizeof(element).",
                  "This would access %u byte%s of a surface at byte %" PRId64
                  " of a row, which is not where an element of that size starts.",
                  a->bytes, plural(a->bytes), at[0]);
        return false;
    }
    return move_bytes(a, m->address + (u64)at[2] * m->slice + (u64)at[1] * m->pitch + (u64)at[0], data);
}

// Between the registers of a lane and its bytes.
static void carry_values(Access *a, u8 *data, bool to_registers) {
    const u32 slot = a->op->width > 4 ? 8 : 4;
    for (u32 v = 0; v < a->op->count; v++) {
        u8 *value = (u8 *)lanes_of(a->w, a->how->value[v]) + slot * a->lane, *bytes = data + v * a->op->width;
        if (to_registers) {
            memset(value, 0, slot);
            memcpy(value, bytes, a->op->width);
        } else {
            memcpy(bytes, value, a->op->width);
        }
    }
}

void run_surface(Warp *w, const Op *op) {
    const SurfaceOp *how = (const SurfaceOp *)(intptr_t)op->imm;
    if (!w->mask || w->worker->stop) return;
    const u64 *handle = lanes_of(w, op->a);
    Access a = {.w = w, .op = op, .how = how, .bytes = (u32)op->width * op->count};
    w->worker->sites[op->site].requests++;
    EACH_LANE_OF(w->mask, i) {
        u8 data[MAX_ACCESS_BYTES] = {0}; // what a load outside reads where it reads anything
        a.lane = i;
        a.t = object_of(w, op, i, handle[i], true, how->shape);
        if (!a.t) return;
        w->worker->sites[op->site].bytes += a.bytes;
        if (how->stores) carry_values(&a, data, false);
        if (!access_lane(&a, data)) return;
        if (!how->stores) carry_values(&a, data, true);
    }
}

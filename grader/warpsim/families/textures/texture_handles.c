// From a handle in a register to the texture or surface object behind it; and questions about its size (txq,
// suq).
#include <inttypes.h>
#include <stdio.h>

#include "grader/warpsim/core/note.h"
#include "grader/warpsim/families/textures/texture_ops.h"

static const char *object_words(bool surface) {
    return surface ? "surface object" : "texture object";
}

static const Texture *no_object(Warp *w, const Op *op, u32 lane, u64 handle, bool surface) {
    const TextureTable *table = textures_of(w->worker->launch->simulator);
    const Texture *other = texture_find(table, handle);
    const char *words = object_words(surface);
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    if (f) {
        if (other)
            snprintf(f->message, sizeof f->message, "This uses a %s as if it were a %s.",
                     object_words(!surface), words);
        else if (texture_was_destroyed(table, handle))
            snprintf(f->message, sizeof f->message, "This uses a %s that was destroyed before the launch.",
                     words);
        else if (handle == 0)
            snprintf(f->message, sizeof f->message, "This uses 0 as a %s: it was never created.", words);
        else
            snprintf(f->message, sizeof f->message, "This uses 0x%" PRIx64 ", which is not a %s.", handle,
                     words);
        snprintf(
            f->next, sizeof f->next,
            "Create it by cudaCreate%sObject(), check what that call returns, and destroy it after the last "
            "kernel that uses it.",
            surface ? "Surface" : "Texture");
        f->fatal = true;
    }
    stop_block(w);
    return NULL;
}

// The toolkit's functions for a shape: "tex2D", "surf3D".
static const char *function_words(Shape shape) {
    static const char *const words[WARPSIM_SHAPES] = {
        [WARPSIM_BUFFER] = "1Dfetch",
        [WARPSIM_1D] = "1D",
        [WARPSIM_2D] = "2D",
        [WARPSIM_3D] = "3D",
        [WARPSIM_1D_LAYERED] = "1DLayered",
        [WARPSIM_2D_LAYERED] = "2DLayered",
        [WARPSIM_CUBE] = "Cubemap",
        [WARPSIM_CUBE_LAYERED] = "CubemapLayered",
    };
    return words[shape];
}

static const Texture *wrong_shape(Warp *w, const Op *op, u32 lane, const Texture *t, Shape shape) {
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    const char *prefix = t->is_surface ? "surf" : "tex";
    if (f) {
        snprintf(f->message, sizeof f->message, "This is a %s%s access, but the %s stands for %s.", prefix,
                 function_words(shape), object_words(t->is_surface), shape_words(t->shape));
        snprintf(f->next, sizeof f->next,
                 "Use a function of the %s%s family, or create the array in the other shape.", prefix,
                 function_words(t->shape));
        f->fatal = true;
    }
    stop_block(w);
    return NULL;
}

// Surface functions see a cube map as an array of layers; linear memory is read as a row.
static bool suits(const Texture *t, Shape shape) {
    if (t->shape == shape) return true;
    if (t->is_surface && (t->shape == WARPSIM_CUBE || t->shape == WARPSIM_CUBE_LAYERED))
        return shape == WARPSIM_2D_LAYERED;
    return t->shape == WARPSIM_BUFFER && shape == WARPSIM_1D;
}

const Texture *object_of(Warp *w, const Op *op, u32 lane, u64 handle, bool surface, Shape shape) {
    const Texture *t = texture_find(textures_of(w->worker->launch->simulator), handle);
    if (!t || t->is_surface != surface) return no_object(w, op, lane, handle, surface);
    return suits(t, shape) ? t : wrong_shape(w, op, lane, t, shape);
}

static u32 answer(const Texture *t, TextureQuery query) {
    const u32 axes = shape_axes(t->shape),
              cube = t->shape == WARPSIM_CUBE || t->shape == WARPSIM_CUBE_LAYERED ? 6 : 1;
    switch (query) {
    case QUERY_WIDTH: return t->level[0].width;
    case QUERY_HEIGHT: return axes > 1 ? t->level[0].height : 0;
    case QUERY_DEPTH: return t->shape == WARPSIM_3D ? t->level[0].depth : 0;
    case QUERY_LAYERS: return t->shape == WARPSIM_3D ? 0 : t->level[0].depth / cube;
    case QUERY_LEVELS: return t->level_count;
    default: return t->normalized_coordinates;
    }
}

void run_texture_query(Warp *w, const Op *op) {
    const bool surface = op->flags & QUERY_OF_SURFACE;
    const u64 *handle = lanes_of(w, op->a);
    u32 *to = lanes_of(w, op->d);
    EACH_LANE_OF(w->mask, i) {
        const Texture *t = texture_find(textures_of(w->worker->launch->simulator), handle[i]);
        if (!t || t->is_surface != surface) {
            no_object(w, op, i, handle[i], surface);
            return;
        }
        to[i] = answer(t, op->kind);
    }
}

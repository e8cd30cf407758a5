// The student's requests about texture and surface objects.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "grader/device/arrays.h"

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
enum { LINEAR_TEXELS_MAX = 1 << 28, PITCH_WIDTH_MAX = 131072, PITCH_ROWS_MAX = 65000 };

static int view_array(Device *d, const Call *c, const TextureDescription *t, WarpsimTexture *texture) {
    ArrayHandle h;
    if (!find_array(d, t->resource, &h) || h.whole != (t->type == RESOURCE_MIPMAPPED))
        return note_refusal(d, c, cudaErrorInvalidValue,
                            "Set resType and res.array.array (or res.mipmap.mipmap) of the cudaResourceDesc.",
                            "The resource 0x%" PRIx64 " is not %s that is still there.", t->resource,
                            t->type == RESOURCE_MIPMAPPED ? "a mipmapped array" : "a CUDA array");
    *texture = h.array->view;
    if (!h.whole) {
        texture->level[0] = h.array->view.level[h.level];
        texture->level_count = 1;
    }
    if (t->surface && !(h.array->description.flags & ARRAY_SURFACE))
        return note_refusal(d, c, cudaErrorInvalidValue,
                            "Create the array with the flag cudaArraySurfaceLoadStore.",
                            "A surface object needs an array that was created for it; this one was not.");
    return 0;
}

// The rows of memory that kernels read as a texture must lie in one allocation.
static int view_memory(Device *d, const Call *c, const TextureDescription *t, WarpsimTexture *texture) {
    const bool linear = t->type == RESOURCE_LINEAR;
    if (!texel_format_of(t->bits, t->kind, &texture->format))
        return note_refusal(
            d, c, cudaErrorInvalidChannelDescriptor,
            "Set desc of the cudaResourceDesc: cudaCreateChannelDesc<float>() and its like.",
            "The channels of this texture have %u, %u, %u and %u bits: 1, 2 or 4 of them must have "
            "the same 8, 16 or 32 bits.",
            t->bits[0], t->bits[1], t->bits[2], t->bits[3]);
    const uint64_t texel = texel_bytes(texture->format);
    const uint64_t width = linear ? t->width / texel : t->width, height = linear ? 1 : t->height;
    const uint64_t width_max = linear ? LINEAR_TEXELS_MAX : PITCH_WIDTH_MAX;
    if (width == 0 || width > width_max || height == 0 || height > PITCH_ROWS_MAX)
        return note_refusal(
            d, c, cudaErrorInvalidValue, linear ? "sizeInBytes is in bytes." : "width is in elements.",
            "A texture of %" PRIu64 " x %" PRIu64 " elements is empty or too large.", width, height);
    if (!linear && (t->pitch < width * texel || t->pitch % TEXTURE_PITCH_ALIGNMENT || t->pitch > UINT32_MAX))
        return note_refusal(d, c, cudaErrorInvalidValue, "Use the pitch that cudaMallocPitch() returns.",
                            "The pitch of a texture must be a multiple of %d bytes and hold a row of %" PRIu64
                            " bytes: it is %" PRIu64 ".",
                            TEXTURE_PITCH_ALIGNMENT, width * texel, t->pitch);
    const uint64_t pitch = linear ? width * texel : t->pitch, bytes = pitch * (height - 1) + width * texel;
    const uint64_t alignment = d->gpu.device.texture_alignment;
    if (alignment && t->resource % alignment)
        return note_refusal(d, c, cudaErrorInvalidValue,
                            "Start it where cudaMalloc() does, and add the offset in the kernel.",
                            "The memory of a texture must start at a multiple of %" PRIu64
                            " bytes (textureAlignment).",
                            alignment);
    if (!warpsim_contains(d->sim, t->resource, bytes))
        return note_refusal(
            d, c, cudaErrorInvalidValue, "Check devPtr, and the size that goes with it.",
            "The %" PRIu64 " bytes from 0x%" PRIx64
            " on, which this texture is to read, do not lie in one allocation of device memory.",
            bytes, t->resource);
    texture->shape = linear ? WARPSIM_BUFFER : WARPSIM_2D;
    texture->level_count = 1;
    texture->level[0] = (struct WarpsimImage){.address = t->resource,
                                              .width = (uint32_t)width,
                                              .height = (uint32_t)height,
                                              .depth = 1,
                                              .pitch = pitch,
                                              .slice = pitch * height};
    return 0;
}

// Wrapping and mirroring need coordinates from 0 to 1; what lies outside of linear memory reads as 0.
static uint8_t address_mode(const TextureDescription *t, const WarpsimTexture *texture, int axis) {
    const uint32_t mode = t->address_mode[axis];
    if (texture->shape == WARPSIM_BUFFER) return WARPSIM_BORDER;
    if (texture->shape == WARPSIM_CUBE || texture->shape == WARPSIM_CUBE_LAYERED) return WARPSIM_CLAMP;
    if (!t->normalized_coordinates && (mode == WARPSIM_WRAP || mode == WARPSIM_MIRROR)) return WARPSIM_CLAMP;
    return (uint8_t)mode;
}

static int set_sampler(Device *d, const Call *c, const TextureDescription *t, WarpsimTexture *texture) {
    const bool memory = texture->shape == WARPSIM_BUFFER, whole = texture->format.kind != WARPSIM_FLOAT;
    for (int k = 0; k < 3; k++) {
        if (t->address_mode[k] > WARPSIM_BORDER) return cudaErrorInvalidValue;
        texture->address_mode[k] = address_mode(t, texture, k);
    }
    texture->normalized_coordinates = t->normalized_coordinates && !memory;
    texture->normalized_values = t->normalized_values && whole && texture->format.bits < 32;
    texture->srgb = t->srgb && texture->normalized_values && texture->format.kind == WARPSIM_UNSIGNED &&
                    texture->format.bits == 8;
    texture->linear = t->filter_linear && !memory;
    texture->linear_levels = t->levels_linear;
    if (!memory) memcpy(texture->border, t->border, sizeof texture->border);
    texture->level_bias = t->level_bias;
    texture->level_min = t->level_min;
    texture->level_max = t->level_max;
    if (texture->linear && whole && !texture->normalized_values)
        return note_refusal(d, c, cudaErrorInvalidFilterSetting,
                            "Use cudaFilterModePoint, or cudaReadModeNormalizedFloat.",
                            "Only floats can be filtered: this texture returns integers.");
    return 0;
}

static int create(Device *d, Call *c) {
    TextureDescription t;
    WarpsimTexture texture = {0};
    if (c->head->size != sizeof t) return cudaErrorInvalidValue;
    memcpy(&t, c->payload, sizeof t);
    const bool memory = t.type == RESOURCE_LINEAR || t.type == RESOURCE_PITCH;
    if (t.type > RESOURCE_PITCH || (t.surface && t.type != RESOURCE_ARRAY)) return cudaErrorInvalidValue;
    int error = memory ? view_memory(d, c, &t, &texture) : view_array(d, c, &t, &texture);
    texture.is_surface = t.surface;
    if (!error && !t.surface) error = set_sampler(d, c, &t, &texture);
    if (error) return error;
    c->reply->value[0] = warpsim_add_texture(d->sim, &texture);
    return c->reply->value[0] ? 0 : cudaErrorMemoryAllocation;
}

static int destroy(Device *d, Call *c) {
    const bool surface = c->head->arg[1] == 1;
    if (warpsim_remove_texture(d->sim, c->head->arg[0], surface)) return 0;
    const char *words = surface ? "surface" : "texture";
    return note_refusal(d, c, cudaErrorInvalidValue, "Destroy each object once, by the call of its kind.",
                        "0x%" PRIx64
                        " is not the handle of a %s object: it was never one, or it was destroyed.",
                        c->head->arg[0], words);
}

int call_textures(Device *d, Call *c) {
    if (!textures_are_possible(d, c)) return cudaErrorNotSupported;
    return c->head->call == CALL_TEXTURE_CREATE ? create(d, c) : destroy(d, c);
}

// The student's requests about CUDA arrays: making them, and where in memory a copy to or from them goes.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/arrays.h"

enum { LEVEL_ALIGNMENT = 512, FACES = 6 };

// The largest arrays of each shape (CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability", 7.x and later).
static const uint64_t largest[WARPSIM_SHAPES][3] = {
    [WARPSIM_1D] = {131072, 1, 1},
    [WARPSIM_2D] = {131072, 65536, 1},
    [WARPSIM_3D] = {16384, 16384, 16384},
    [WARPSIM_1D_LAYERED] = {32768, 1, 2048},
    [WARPSIM_2D_LAYERED] = {32768, 32768, 2048},
    [WARPSIM_CUBE] = {32768, 32768, FACES},
    [WARPSIM_CUBE_LAYERED] = {32768, 32768, 2046},
};

uint64_t largest_array(WarpsimShape shape, int axis) {
    return largest[shape][axis];
}

// False where no array has such sizes.
static bool shape_of(const ArrayDescription *a, WarpsimShape *shape) {
    const bool layered = a->flags & ARRAY_LAYERED;
    if (a->width == 0) return false;
    if (a->flags & ARRAY_CUBEMAP) {
        if (a->width != a->height || a->depth == 0 || a->depth % FACES || (!layered && a->depth != FACES))
            return false;
        *shape = layered ? WARPSIM_CUBE_LAYERED : WARPSIM_CUBE;
    } else if (layered) {
        if (a->depth == 0) return false;
        *shape = a->height ? WARPSIM_2D_LAYERED : WARPSIM_1D_LAYERED;
    } else {
        if (a->depth && !a->height) return false;
        *shape = a->depth ? WARPSIM_3D : a->height ? WARPSIM_2D : WARPSIM_1D;
    }
    const uint64_t *most = largest[*shape];
    return a->width <= most[0] && a->height <= most[1] && a->depth <= most[2];
}

static uint32_t half_often(uint32_t size, uint32_t times) {
    return size >> times ? size >> times : 1;
}

// Places the levels one behind the other; returns the bytes of all. Addresses count from 0.
static uint64_t place_levels(WarpsimTexture *view, const ArrayDescription *a) {
    const struct WarpsimImage whole = {.width = (uint32_t)a->width,
                                       .height = a->height ? (uint32_t)a->height : 1,
                                       .depth = a->depth ? (uint32_t)a->depth : 1};
    uint64_t end = 0;
    for (uint32_t i = 0; i < view->level_count; i++) {
        struct WarpsimImage *m = &view->level[i];
        *m = whole;
        m->width = half_often(whole.width, i);
        m->height = half_often(whole.height, i);
        if (view->shape == WARPSIM_3D) m->depth = half_often(whole.depth, i);
        m->pitch = (uint64_t)m->width * texel_bytes(view->format);
        m->slice = m->pitch * m->height;
        m->address = (end + LEVEL_ALIGNMENT - 1) / LEVEL_ALIGNMENT * LEVEL_ALIGNMENT;
        end = m->address + m->slice * m->depth;
    }
    return end;
}

// As many as there are until one texel is left.
static uint32_t most_levels(const ArrayDescription *a, WarpsimShape shape) {
    uint64_t size = a->width > a->height ? a->width : a->height;
    if (shape == WARPSIM_3D && a->depth > size) size = a->depth;
    uint32_t levels = 1;
    while (size >> levels) levels++;
    return levels;
}

static int refuse_sizes(Device *d, const Call *c, const ArrayDescription *a) {
    return note_refusal(d, c, cudaErrorInvalidValue,
                        "Sizes are in elements. Layers are the depth; a cube map is square and has six.",
                        "There is no CUDA array of width %" PRIu64 ", height %" PRIu64 " and depth %" PRIu64
                        " with the flags 0x%x.",
                        a->width, a->height, a->depth, a->flags);
}

static int create(Device *d, Call *c) {
    enum { KNOWN_FLAGS = ARRAY_LAYERED | ARRAY_SURFACE | ARRAY_CUBEMAP | ARRAY_GATHER | ARRAY_COLOR };
    ArrayDescription a;
    WarpsimShape shape;
    WarpsimTexture view = {.level_count = 1};
    if (c->head->size != sizeof a) return cudaErrorInvalidValue;
    memcpy(&a, c->payload, sizeof a);
    if (!texel_format_of(a.bits, a.kind, &view.format))
        return note_refusal(
            d, c, cudaErrorInvalidChannelDescriptor,
            "Use cudaCreateChannelDesc<T>() of a type such as float, uchar4 or short2.",
            "The channels of this array have %u, %u, %u and %u bits: 1, 2 or 4 of them must have "
            "the same 8, 16 or 32 bits.",
            a.bits[0], a.bits[1], a.bits[2], a.bits[3]);
    if (a.flags & ~(uint32_t)KNOWN_FLAGS) return cudaErrorNotSupported;
    if (!shape_of(&a, &shape)) return refuse_sizes(d, c, &a);
    view.shape = (uint8_t)shape;
    if (a.levels) {
        const uint32_t most = most_levels(&a, shape);
        a.levels = view.level_count = a.levels < most ? a.levels : most;
    }
    const uint64_t bytes = place_levels(&view, &a);
    CudaArray *array = new_array(d);
    WarpsimAllocation *memory = array && d->fault != FAULT_MEMORY ? allocate_memory(d, bytes) : NULL;
    if (!memory) {
        if (array) array->live = false;
        return cudaErrorMemoryAllocation;
    }
    memory->array = true;
    memcpy(memory->caller, c->head->caller, sizeof memory->caller);
    for (uint32_t i = 0; i < view.level_count; i++) view.level[i].address += memory->base;
    array->view = view;
    array->description = a;
    c->reply->value[0] = array_handle(d, array, 0);
    return 0;
}

static int no_array(Device *d, const Call *c, uint64_t handle) {
    return note_refusal(
        d, c, cudaErrorInvalidResourceHandle,
        "Make it by cudaMallocArray() or its like, and free it once, at the end.",
        "0x%" PRIx64 " is not the handle of a CUDA array: it was never one, or it was given back.", handle);
}

static int release(Device *d, Call *c) {
    ArrayHandle h;
    const uint64_t handle = c->head->arg[0];
    if (handle == 0) return 0;
    if (!find_array(d, handle, &h) || h.level || h.whole != (c->head->arg[1] == 1) ||
        handle != array_handle(d, h.array, 0))
        return no_array(d, c, handle);
    release_memory(d, h.array->view.level[0].address);
    h.array->live = false;
    return 0;
}

static int level_of(Device *d, Call *c) {
    ArrayHandle h;
    if (!find_array(d, c->head->arg[0], &h) || !h.whole) return no_array(d, c, c->head->arg[0]);
    if (c->head->arg[1] >= h.array->view.level_count) return cudaErrorInvalidValue;
    c->reply->value[0] = array_handle(d, h.array, (uint32_t)c->head->arg[1] + 1);
    return 0;
}

static int information(Device *d, Call *c) {
    ArrayHandle h;
    if (!find_array(d, c->head->arg[0], &h) || h.whole) return no_array(d, c, c->head->arg[0]);
    ArrayDescription *a = malloc(sizeof *a);
    if (!a) return cudaErrorMemoryAllocation;
    const struct WarpsimImage *m = &h.array->view.level[h.level];
    *a = h.array->description;
    a->width = m->width;
    if (a->height) a->height = m->height;
    if (a->depth) a->depth = m->depth;
    a->levels = 0;
    c->answer = a;
    c->reply->size = sizeof *a;
    return 0;
}

static bool fits(uint64_t first, uint64_t count, uint64_t size) {
    return first <= size && count <= size - first;
}

// Where in memory a copy to or from an array goes; the copy itself is one of calls_memory.c.
static int place(Device *d, Call *c) {
    const uint64_t *a = c->head->arg;
    ArrayHandle h;
    if (!find_array(d, a[0], &h) || h.whole) return no_array(d, c, a[0]);
    const struct WarpsimImage *m = &h.array->view.level[h.level];
    const bool runs_on = a[7] == 1 && a[5] == 1;
    const bool inside = fits(a[2], a[5], m->height) && fits(a[3], a[6], m->depth) &&
                        (runs_on ? fits(a[1], 0, m->pitch) && fits(a[2] * m->pitch + a[1], a[4], m->slice)
                                 : fits(a[1], a[4], m->pitch));
    if (!inside)
        return note_refusal(
            d, c, cudaErrorInvalidValue,
            "Widths and horizontal offsets of a copy are in bytes. Only cudaMemcpy3D counts in "
            "elements: in those of the CUDA array if one takes part in the copy (for the offsets: on "
            "the array's side), otherwise in bytes.",
            "A copy of %" PRIu64 " bytes x %" PRIu64 " rows x %" PRIu64 " at byte %" PRIu64 ", row %" PRIu64
            ", slice %" PRIu64 " does not fit a CUDA array of %" PRIu64 " bytes x %u rows x %u.",
            a[4], a[5], a[6], a[1], a[2], a[3], m->pitch, m->height, m->depth);
    c->reply->value[0] = m->address + a[3] * m->slice + a[2] * m->pitch + a[1];
    c->reply->value[1] = m->pitch;
    c->reply->value[2] = m->height;
    return 0;
}

int call_arrays(Device *d, Call *c) {
    if (!textures_are_possible(d, c)) return cudaErrorNotSupported;
    switch (c->head->call) {
    case CALL_ARRAY_CREATE: return create(d, c);
    case CALL_ARRAY_FREE: return release(d, c);
    case CALL_ARRAY_LEVEL: return level_of(d, c);
    case CALL_ARRAY_INFO: return information(d, c);
    default: return place(d, c);
    }
}

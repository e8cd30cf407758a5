// CUDA arrays: textures and surfaces are made of them. The student's process knows each by a handle.
#ifndef WARPBOOK_ARRAYS_H
#define WARPBOOK_ARRAYS_H

#include "grader/device/device.h"

struct CudaArray {
    ArrayDescription description;
    WarpsimTexture view; // shape, format, and where its levels lie
    uint32_t generation;
    bool live;
};

// What a handle speaks of.
typedef struct {
    CudaArray *array;
    uint32_t level; // of a mipmapped array whose level it is an array of
    bool whole;     // it is the mipmapped array itself
} ArrayHandle;

// False where no array has this handle.
bool find_array(const Device *d, uint64_t handle, ArrayHandle *found);

// A new place in the table, NULL where there is none left; and the handle of an array or, from 1 on, of a
// level of it.
CudaArray *new_array(Device *d);
uint64_t array_handle(const Device *d, const CudaArray *array, uint32_t level);

void forget_arrays(Device *d); // those whose memory has been given back, by cudaDeviceReset

// The most elements along an axis.
uint64_t largest_array(WarpsimShape shape, int axis);

enum { TEXTURE_PITCH_ALIGNMENT = 32 }; // of pitched memory that is read as a texture

static inline uint32_t texel_bytes(struct WarpsimTexels t) {
    return (uint32_t)t.channels * t.bits / 8;
}

// The format of an element; false where there is no such format.
bool texel_format_of(const uint32_t bits[4], uint32_t kind, struct WarpsimTexels *format);

// Textures and surfaces are for programs of the user's own, on the simulator. True where that is so; else it
// is said.
bool textures_are_possible(Device *d, const Call *c);

// Notes what is wrong with a call; returns `error`.
int note_refusal(Device *d, const Call *c, int error, const char *next, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif

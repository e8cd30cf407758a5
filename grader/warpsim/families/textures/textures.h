// Texture and surface objects: what kernels see of CUDA arrays, and of memory that they read as if it were
// one.
//
// A handle is a number that a kernel gets as a parameter. The table below says what it stands for; a handle
// that was given back stands for nothing ever after. See CUDA C++ Programming Guide, "Texture and Surface
// Memory" and "Texture Fetching".
#ifndef WARPBOOK_TEXTURES_H
#define WARPBOOK_TEXTURES_H

#include "grader/warpsim/core/lanes.h"
#include "grader/warpsim/core/memory.h"
#include "grader/warpsim/warpsim.h"

enum { TEXTURES_MAX = 1 << 20 };

typedef WarpsimTexture Texture;
typedef struct WarpsimImage Image; // one level of it in device memory
typedef struct WarpsimTexels TexelFormat;
typedef WarpsimShape Shape;

static inline u32 texel_bytes(TexelFormat f) {
    return (u32)f.channels * f.bits / 8;
}

// "a 2D array"
const char *shape_words(Shape shape);

typedef struct {
    Texture texture;
    u32 generation; // how often the place has been used
    bool live;
} TexturePlace;

typedef struct TextureTable {
    TexturePlace *places;
    u32 count, room;
    u32 first_free; // no place below it is free
} TextureTable;

// Of a simulator.
TextureTable *textures_of(const struct Warpsim *s);

// The new handle; 0 when there is no room.
u64 texture_add(TextureTable *table, const Texture *texture);

// False where the handle stands for nothing.
bool texture_remove(TextureTable *table, u64 handle, bool surface);

// NULL where the handle stands for nothing.
const Texture *texture_find(const TextureTable *table, u64 handle);

// It stood for something, which was destroyed.
bool texture_was_destroyed(const TextureTable *table, u64 handle);

// Handles of objects whose memory was given back stand for nothing from now on.
void texture_forget_freed(TextureTable *table, const Arena *arena);
void texture_table_free(TextureTable *table);

#endif

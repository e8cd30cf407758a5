// Texture and surface objects: what kernels see of CUDA arrays, and of memory that they read as if it were
// one.
//
// A handle is a number that a kernel gets as a parameter. The table below says what it stands for; a handle
// that was given back stands for nothing ever after. See CUDA C++ Programming Guide, "Texture and Surface
// Memory" and "Texture Fetching".
#ifndef WARPBOOK_TEXTURES_H
#define WARPBOOK_TEXTURES_H

#include "grader/simulator/lanes.h"
#include "grader/simulator/memory.h"

enum { TEXTURE_LEVELS_MAX = 18, TEXTURES_MAX = 1 << 20 };

// As cudaChannelFormatKind.
typedef enum { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT } TexelKind;

typedef struct {
    u8 channels; // 1, 2 or 4
    u8 bits;     // of each: 8, 16 or 32
    u8 kind;     // TexelKind
} TexelFormat;

static inline u32 texel_bytes(TexelFormat f) {
    return (u32)f.channels * f.bits / 8;
}

typedef enum {
    SHAPE_BUFFER, // linear memory, read by tex1Dfetch()
    SHAPE_1D,
    SHAPE_2D,
    SHAPE_3D,
    SHAPE_1D_LAYERED,
    SHAPE_2D_LAYERED,
    SHAPE_CUBE, // six layers, or as many times six
    SHAPE_CUBE_LAYERED,
    SHAPE_COUNT
} Shape;

// "a 2D array"
const char *shape_words(Shape shape);

// One level of a texture in device memory.
typedef struct {
    u64 address;              // of the first texel
    u32 width, height, depth; // in texels, each at least 1; layers and the faces of cubes count as depth
    u64 pitch, slice;         // bytes from one row, one slice to the next
} Image;

// As cudaTextureAddressMode.
typedef enum { ADDRESS_WRAP, ADDRESS_CLAMP, ADDRESS_MIRROR, ADDRESS_BORDER } AddressMode;

typedef struct {
    bool is_surface;
    u8 shape; // Shape
    TexelFormat format;
    u32 level_count;
    Image level[TEXTURE_LEVELS_MAX];
    // How a texture is read; a surface is read as it is.
    u8 address_mode[3]; // AddressMode, of x, y, z
    bool linear;        // filters between texels
    bool linear_levels; // and between levels
    bool normalized_coordinates;
    bool normalized_values; // integers become [0, 1] or [-1, 1]
    bool srgb;
    f32 border[4];
    f32 level_bias, level_min, level_max;
} Texture;

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

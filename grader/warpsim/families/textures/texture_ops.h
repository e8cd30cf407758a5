// Instructions on textures and surfaces: what the decoder leaves for the functions that run them, in Op.imm.
//
// Op.a is the handle, Op.site the site of the allocation that was touched last and of the requests.
#ifndef WARPBOOK_TEXTURE_OPS_H
#define WARPBOOK_TEXTURE_OPS_H

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/families/textures/textures.h"

typedef enum { READ_BASE, READ_LEVEL, READ_GRADIENTS, READ_GATHER } TextureRead;

// tex, tld4
typedef struct {
    Shape shape; // WARPSIM_1D stands for linear memory too
    TextureRead read;
    bool integers; // coordinates are s32
    u32 component; // READ_GATHER: of each texel
    Operand result[4];
    Operand coordinate[3], layer;
    Operand level;
    Operand gradient[2][3]; // along x and y of the picture
} TextureOp;

// As cudaSurfaceBoundaryMode.
typedef enum { BOUNDARY_ZERO, BOUNDARY_CLAMP, BOUNDARY_TRAP } Boundary;

// suld, sust
typedef struct {
    Shape shape;
    bool stores;
    Boundary boundary;
    Operand value[4]; // Op.count of them, Op.width bytes each
    Operand coordinate[3], layer;
} SurfaceOp;

typedef enum {
    QUERY_WIDTH,
    QUERY_HEIGHT,
    QUERY_DEPTH,
    QUERY_LAYERS,
    QUERY_LEVELS,
    QUERY_NORMALIZED,
} TextureQuery;

bool decode_texture(Decoder *d); // see Family.decode

void run_texture(Warp *w, const Op *op);       // imm: TextureOp
void run_surface(Warp *w, const Op *op);       // imm: SurfaceOp
void run_texture_query(Warp *w, const Op *op); // d, kind: TextureQuery, flags 1: of a surface

enum { QUERY_OF_SURFACE = 1 };

// texture_handles.c: the object behind a lane's handle, of the instruction's kind and shape. NULL after a
// finding that ends the kernel.
const Texture *object_of(Warp *w, const Op *op, u32 lane, u64 handle, bool surface, Shape shape);

// texels.c: the four channels of a texel that lies at `bytes`. What is missing is 0, alpha 1.
typedef struct {
    u32 raw[4]; // as a fetch returns them: floats as their bits, integers extended to 32 bits
} Texel;
Texel texel_read(const Texture *t, const u8 *bytes);
Texel texel_of_border(const Texture *t);
bool texel_is_float(const Texture *t); // and so can be filtered

// NaN becomes `low`.
static inline f64 limited(f64 v, f64 low, f64 high) {
    return !(v > low) ? low : v > high ? high : v;
}

static inline bool shape_is_layered(Shape s) {
    return s == WARPSIM_1D_LAYERED || s == WARPSIM_2D_LAYERED || s == WARPSIM_CUBE_LAYERED;
}

// Coordinates beside the layer.
static inline u32 shape_axes(Shape s) {
    return s == WARPSIM_BUFFER || s == WARPSIM_1D || s == WARPSIM_1D_LAYERED ? 1
           : s == WARPSIM_2D || s == WARPSIM_2D_LAYERED                      ? 2
                                                                             : 3;
}

#endif

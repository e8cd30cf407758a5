// Decoding instructions on textures and surfaces: tex, tld4, suld.b, sust.b, txq, suq, with a handle in a
// register.
//
//   tex.2d.v4.f32.f32   {r, g, b, a}, [handle, {x, y}];
//   tex.level.a2d...    {r, g, b, a}, [handle, {layer, x, y, y}], lod;
//   tex.grad.2d...      {r, g, b, a}, [handle, {x, y}], {dx, dx}, {dy, dy};
//   tld4.r.2d...        {t0, t1, t2, t3}, [handle, {x, y}];
//   suld.b.2d.v2.b32.trap {a, b}, [handle, {x, y}];     sust.b.2d.b32.clamp [handle, {x, y}], {a};
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/families/textures/texture_ops.h"

static bool shape_of(const Decoder *d, Shape *shape) {
    static const struct {
        const char *name;
        Shape shape;
    } names[] = {{"1d", WARPSIM_1D},
                 {"2d", WARPSIM_2D},
                 {"3d", WARPSIM_3D},
                 {"a1d", WARPSIM_1D_LAYERED},
                 {"a2d", WARPSIM_2D_LAYERED},
                 {"cube", WARPSIM_CUBE},
                 {"acube", WARPSIM_CUBE_LAYERED}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (has(d, names[i].name)) {
            *shape = names[i].shape;
            return true;
        }
    return false;
}

// The handle: a 64-bit register. An old texture reference is a name instead.
static bool handle_of(Decoder *d, const PtxOperand *o, Operand *handle) {
    if (o->kind != OPERAND_ADDRESS || o->reg < 0 || o->imm != 0 ||
        ptx_type_size(d->ptx->registers[o->reg].type) != 8) {
        cannot(d, "a texture reference, which CUDA 12 has removed: use a texture object");
        return false;
    }
    *handle = d->place[o->reg];
    return true;
}

// Element i of {a, b, c, d}, or the operand itself.
static const PtxOperand *element_of(const PtxOperand *o, int i) {
    if (o->kind == OPERAND_VECTOR) return i < o->count ? &o->elements[i] : NULL;
    return i == 0 ? o : NULL;
}

// {x, y, z}, or {layer, x, y}; what follows is there to make them four.
static bool decode_coordinates(Decoder *d, const PtxOperand *o, Shape shape, Operand *coordinate,
                               Operand *layer) {
    const int axes = (int)shape_axes(shape), first = shape_is_layered(shape);
    if (!element_of(o, first + axes - 1)) return false;
    if (first) *layer = source(d, element_of(o, 0), 4);
    for (int k = 0; k < axes; k++) coordinate[k] = source(d, element_of(o, first + k), 4);
    return true;
}

static bool decode_gradients(Decoder *d, const PtxOperand *o, TextureOp *t) {
    const int axes = (int)shape_axes(t->shape);
    if (t->shape == WARPSIM_CUBE || t->shape == WARPSIM_CUBE_LAYERED) return false;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < axes; k++) {
            const PtxOperand *one = element_of(&o[side], k);
            if (!one) return false;
            t->gradient[side][k] = source(d, one, 4);
        }
    return true;
}

static TextureRead read_of(const Decoder *d) {
    return named(d->in, "tld4") ? READ_GATHER
           : has(d, "level")    ? READ_LEVEL
           : has(d, "grad")     ? READ_GRADIENTS
                                : READ_BASE;
}

static u32 component_of(const Decoder *d) {
    return has(d, "g") ? 1 : has(d, "b") ? 2 : has(d, "a") ? 3 : 0;
}

static bool is_word(PtxType t) {
    return t == PTX_U32 || t == PTX_S32 || t == PTX_F32 || t == PTX_B32;
}

static void *keep(Decoder *d, size_t size) {
    void *memory = keep_memory(d->program, size);
    if (!memory) d->failed = true;
    return memory;
}

static bool decode_fetch(Decoder *d) {
    static const int extra[] = {[READ_BASE] = 0, [READ_LEVEL] = 1, [READ_GRADIENTS] = 2, [READ_GATHER] = 0};
    const PtxOperand *o = d->in->operand;
    const TextureRead read = read_of(d);
    Operand handle;
    TextureOp *t = keep(d, sizeof *t);
    if (o[0].paired >= 0) cannot(d, "whether a texel of a sparse array is there");
    if (!t || !shape_of(d, &t->shape) || d->in->operand_count != 3 + extra[read] ||
        o[0].kind != OPERAND_VECTOR || o[0].count != 4 || !is_word(type_suffix(d->in, 0)) ||
        !is_word(type_suffix(d->in, 1)))
        return false;
    t->read = read;
    t->component = component_of(d);
    t->integers = type_suffix(d->in, 0) != PTX_F32;
    if (!handle_of(d, &o[1], &handle) || !decode_coordinates(d, &o[2], t->shape, t->coordinate, &t->layer))
        return false;
    if (read == READ_GATHER && t->shape != WARPSIM_2D && t->shape != WARPSIM_2D_LAYERED) return false;
    if (read == READ_LEVEL) t->level = source(d, &o[3], 4);
    if (read == READ_GRADIENTS && !decode_gradients(d, &o[3], t)) return false;
    for (int c = 0; c < 4; c++) t->result[c] = result_direct(d, &o[0].elements[c], 4);
    const u32 site = new_texture_site(d, false);
    Op *op = emit(d, run_texture);
    op->a = handle;
    op->imm = (s64)(intptr_t)t;
    op->site = site;
    return true;
}

static bool decode_surface(Decoder *d, bool stores) {
    const PtxOperand *o = d->in->operand, *values = &o[stores ? 2 : 0], *where = &o[stores ? 0 : 1];
    const int width = ptx_type_size(type_suffix(d->in, 0)),
              count = values->kind == OPERAND_VECTOR ? values->count : 1;
    Operand handle;
    SurfaceOp *s = keep(d, sizeof *s);
    if (!s || !has(d, "b") || !shape_of(d, &s->shape) || d->in->operand_count != 3 || width < 1 ||
        width > 8 || (count != 1 && count != 2 && count != 4) || width * count > MAX_ACCESS_BYTES ||
        s->shape == WARPSIM_CUBE || s->shape == WARPSIM_CUBE_LAYERED)
        return false;
    s->stores = stores;
    s->boundary = has(d, "clamp") ? BOUNDARY_CLAMP : has(d, "zero") ? BOUNDARY_ZERO : BOUNDARY_TRAP;
    if (!handle_of(d, where, &handle) ||
        !decode_coordinates(d, where + 1, s->shape, s->coordinate, &s->layer))
        return false;
    for (int i = 0; i < count; i++) {
        const PtxOperand *one = element_of(values, i);
        s->value[i] = stores ? source(d, one, width) : result_direct(d, one, width);
    }
    const u32 site = new_texture_site(d, stores);
    Op *op = emit(d, run_surface);
    op->a = handle;
    op->imm = (s64)(intptr_t)s;
    op->site = site;
    op->width = (u8)width;
    op->count = (u8)count;
    return true;
}

static bool decode_query(Decoder *d, bool surface) {
    static const struct {
        const char *name;
        TextureQuery query;
    } names[] = {{"width", QUERY_WIDTH},
                 {"height", QUERY_HEIGHT},
                 {"depth", QUERY_DEPTH},
                 {"array_size", QUERY_LAYERS},
                 {"num_mipmap_levels", QUERY_LEVELS},
                 {"normalized_coords", QUERY_NORMALIZED}};
    Operand handle;
    size_t i = 0;
    while (i < sizeof names / sizeof *names && !has(d, names[i].name)) i++;
    if (i == sizeof names / sizeof *names || d->in->operand_count != 2 ||
        !handle_of(d, &d->in->operand[1], &handle))
        return false;
    const Operand to = result_direct(d, &d->in->operand[0], 4);
    Op *op = emit(d, run_texture_query);
    op->d = to, op->a = handle;
    op->kind = (u8)names[i].query;
    op->flags = surface ? QUERY_OF_SURFACE : 0;
    return true;
}

bool decode_texture(Decoder *d) {
    if (named(d->in, "tex") || named(d->in, "tld4")) return decode_fetch(d);
    if (named(d->in, "suld")) return decode_surface(d, false);
    if (named(d->in, "sust")) return decode_surface(d, true);
    if (named(d->in, "txq")) return decode_query(d, false);
    if (named(d->in, "suq")) return decode_query(d, true);
    return false;
}

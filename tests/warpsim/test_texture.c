// tex, tld4, suld, sust, txq, suq: their forms, formats and bounds.
#include "grader/warpsim/families/textures/textures.h"
#include "tests/warpsim/check_instruction.h"

enum { SIDE = 4 };

static Image image_in(Warpsim *s, u32 bytes, u32 width, u32 height, u32 depth) {
    Allocation *a = arena_allocate(s->arena, (u64)bytes * width * height * depth);
    a->initialised = a->array = true;
    return (Image){a->base, width, height, depth, (u64)bytes * width, (u64)bytes * width * height};
}

// 4 x 4 x 2 texels, of which texel (x, y, z) has channel c = 100 z + 10 y + x + 1000 c.
static Texture numbered(Warpsim *s, Shape shape, u32 channels) {
    Texture t = {.shape = (u8)shape,
                 .format = {(u8)channels, 32, WARPSIM_FLOAT},
                 .level_count = 1,
                 .address_mode = {WARPSIM_CLAMP, WARPSIM_CLAMP, WARPSIM_CLAMP},
                 .level = {image_in(s, 4 * channels, SIDE, SIDE, 2)}};
    f32 *at = (f32 *)arena_at(s->arena, t.level[0].address);
    for (u32 z = 0; z < 2; z++)
        for (u32 y = 0; y < SIDE; y++)
            for (u32 x = 0; x < SIDE; x++)
                for (u32 c = 0; c < channels; c++) *at++ = 100.f * z + 10.f * y + x + 1000.f * c;
    return t;
}

static Texture with_levels(Texture t, Warpsim *s) {
    t.level[1] = image_in(s, 4, 1, 1, 1);
    *(f32 *)arena_at(s->arena, t.level[1].address) = 64;
    t.level_count = 2;
    t.level_max = 5;
    t.linear_levels = t.normalized_coordinates = true;
    return t;
}

// %in: 2D point, 2D linear, 3D linear, layered, 4 channels, two levels, a surface.
static void prepare(Warpsim *s, u64 *in) {
    Texture t = numbered(s, WARPSIM_2D, 1);
    in[0] = texture_add(textures_of(s), &t);
    t.linear = true;
    in[1] = texture_add(textures_of(s), &t);
    t = numbered(s, WARPSIM_3D, 1);
    t.linear = true;
    in[2] = texture_add(textures_of(s), &t);
    t = numbered(s, WARPSIM_2D_LAYERED, 1);
    in[3] = texture_add(textures_of(s), &t);
    t = numbered(s, WARPSIM_2D, 4);
    in[4] = texture_add(textures_of(s), &t);
    t = with_levels(numbered(s, WARPSIM_2D, 1), s);
    in[5] = texture_add(textures_of(s), &t);
    t = numbered(s, WARPSIM_2D, 1);
    t.is_surface = true;
    in[6] = texture_add(textures_of(s), &t);
}

enum { POINT, LINEAR, VOLUME, LAYERS, COLOURS, LEVELS, SURFACE, OBJECTS };

// Runs a piece of one thread with object number `object` in %x0; its results are %r0 to %r3.
static const f32 *floats_of(const char *piece, int object) {
    static f32 result[4];
    static const u64 room[OBJECTS];
    char body[1000];
    snprintf(body, sizeof body,
             "ld.u64 %%x0, [%%in+%d]; mov.u32 %%r0, 0f00000000; mov.u32 %%r1, %%r0; mov.u32 %%r2, %%r0; "
             "mov.u32 %%r3, %%r0;\n%s\nst.v4.u32 [%%out], {%%r0, %%r1, %%r2, %%r3};",
             8 * object, piece);
    PtxRun run = {.body = body, .in = room, .in_count = OBJECTS, .out_count = 2, .prepare = prepare};
    memset(result, 0, sizeof result);
    if (run_ptx(&run)) memcpy(result, run.out, sizeof result);
    return result;
}

static u32 bits_of(f32 v) {
    return u32_of_f32(v);
}

#define CHECK_RESULT(piece, object, a, b, c, d)                                                              \
    do {                                                                                                     \
        const f32 *r_ = floats_of(piece, object);                                                            \
        if (check_skipped) return;                                                                           \
        CHECK_EQ(bits_of(r_[0]), bits_of(a));                                                                \
        CHECK_EQ(bits_of(r_[1]), bits_of(b));                                                                \
        CHECK_EQ(bits_of(r_[2]), bits_of(c));                                                                \
        CHECK_EQ(bits_of(r_[3]), bits_of(d));                                                                \
    } while (0)

#define RESULT "{%r0, %r1, %r2, %r3}"

TEST(fetches) {
    CHECK_RESULT("tex.2d.v4.f32.f32 " RESULT ", [%x0, {0f40200000, 0f3f800000}];", POINT, 12, 0, 0, 1);
    CHECK_RESULT("tex.2d.v4.f32.f32 " RESULT ", [%x0, {0fc1200000, 0f42c80000}];", POINT, 30, 0, 0, 1);
    CHECK_RESULT("tex.2d.v4.f32.f32 " RESULT ", [%x0, {0f7fc00000, 0f00000000}];", POINT, 0, 0, 0, 1); // NaN
    CHECK_RESULT("mov.u32 %r4, 3; tex.2d.v4.f32.s32 " RESULT ", [%x0, {%r4, 2}];", POINT, 23, 0, 0, 1);
    CHECK_RESULT("tex.2d.v4.u32.f32 " RESULT ", [%x0, {0f40200000, 0f3f800000}];", COLOURS, 12, 1012, 2012,
                 3012);
    // 2.25 is three quarters of the way from the middle of texel 1 to that of texel 2.
    CHECK_RESULT("tex.2d.v4.f32.f32 " RESULT ", [%x0, {0f40100000, 0f3f000000}];", LINEAR, 1.75f, 0, 0, 1);
    CHECK_RESULT("tex.3d.v4.f32.f32 " RESULT ", [%x0, {0f40100000, 0f3f800000, 0f3f800000, 0f3f800000}];",
                 VOLUME, 56.75f, 0, 0, 1);
    CHECK_RESULT("tex.a2d.v4.f32.f32 " RESULT ", [%x0, {1, 0f40200000, 0f3f800000, 0f3f800000}];", LAYERS,
                 112, 0, 0, 1);
    CHECK_RESULT("tex.a2d.v4.f32.f32 " RESULT ", [%x0, {7, 0f40200000, 0f3f800000, 0f3f800000}];", LAYERS,
                 112, 0, 0, 1);
}

// Weights have 8 bits: 1/1024 more than the middle of a texel is nothing, 1/256 is.
TEST(weights) {
    CHECK_RESULT("tex.2d.v4.f32.f32 " RESULT ", [%x0, {0f3f004000, 0f3f000000}];", LINEAR, 0, 0, 0, 1);
    CHECK_RESULT("tex.2d.v4.f32.f32 " RESULT ", [%x0, {0f3f010000, 0f3f000000}];", LINEAR, 1 / 256.f, 0, 0,
                 1);
}

TEST(levels) {
    CHECK_RESULT("tex.level.2d.v4.f32.f32 " RESULT ", [%x0, {0f3f000000, 0f3f000000}], 0f3e800000;", LEVELS,
                 22 * .75f + 16, 0, 0, 1);
    CHECK_RESULT("tex.level.2d.v4.f32.f32 " RESULT ", [%x0, {0f3f000000, 0f3f000000}], 0f42c80000;", LEVELS,
                 64, 0, 0, 1);
    CHECK_RESULT("tex.grad.2d.v4.f32.f32 " RESULT
                 ", [%x0, {0f3f000000, 0f3f000000}], {0f3f000000, 0f00000000}, {0f00000000, 0f3e800000};",
                 LEVELS, 64, 0, 0, 1); // two of four texels a pixel: level 1
    CHECK_RESULT("tex.grad.2d.v4.f32.f32 " RESULT
                 ", [%x0, {0f3f000000, 0f3f000000}], {0f00000000, 0f00000000}, {0f00000000, 0f00000000};",
                 LEVELS, 22, 0, 0, 1);
}

TEST(gathers) {
    CHECK_RESULT("tld4.r.2d.v4.f32.f32 " RESULT ", [%x0, {0f40000000, 0f40000000}];", COLOURS, 21, 22, 12,
                 11);
    CHECK_RESULT("tld4.a.2d.v4.f32.f32 " RESULT ", [%x0, {0f40000000, 0f40000000}];", COLOURS, 3021, 3022,
                 3012, 3011);
}

TEST(guarded_off) {
    CHECK_RESULT("setp.eq.u32 %p0, %i, 1; @%p0 tex.2d.v4.f32.f32 " RESULT
                 ", [%x0, {0f3f000000, 0f3f000000}];",
                 COLOURS, 0, 0, 0, 0);
}

// Words that hold the four results of a piece, bit by bit.
#define CHECK_WORDS(piece, object, a, b, c, d)                                                               \
    do {                                                                                                     \
        u32 words_[4];                                                                                       \
        memcpy(words_, floats_of(piece, object), sizeof words_);                                             \
        if (check_skipped) return;                                                                           \
        CHECK_EQ(words_[0], a);                                                                              \
        CHECK_EQ(words_[1], b);                                                                              \
        CHECK_EQ(words_[2], c);                                                                              \
        CHECK_EQ(words_[3], d);                                                                              \
    } while (0)

TEST(queries) {
    CHECK_WORDS("txq.width.b32 %r0, [%x0]; txq.height.b32 %r1, [%x0]; txq.depth.b32 %r2, [%x0]; "
                "txq.num_mipmap_levels.b32 %r3, [%x0];",
                VOLUME, 4, 4, 2, 1);
    CHECK_WORDS("txq.array_size.b32 %r0, [%x0]; txq.normalized_coords.b32 %r1, [%x0];", LAYERS, 2, 0, 0, 0);
    CHECK_WORDS("suq.width.b32 %r0, [%x0]; suq.depth.b32 %r1, [%x0];", SURFACE, 4, 0, 0, 0);
}

// What sust writes, suld reads: every width, next to bytes that stay.
TEST(surfaces) {
    CHECK_WORDS(
        "mov.u32 %r4, 0x11223344; sust.b.2d.b32.trap [%x0, {4, 1}], {%r4}; mov.u16 %h0, 0x99; "
        "sust.b.2d.b8.trap [%x0, {5, 1}], {%h0}; mov.u16 %h1, 0x7788; sust.b.2d.b16.trap [%x0, {6, 1}], "
        "{%h1}; "
        "suld.b.2d.b32.trap {%r0}, [%x0, {4, 1}]; suld.b.2d.b8.trap {%h2}, [%x0, {5, 1}]; "
        "suld.b.2d.v2.b16.trap {%h3, %h4}, [%x0, {4, 1}]; cvt.u32.u16 %r1, %h2; cvt.u32.u16 %r2, %h3; "
        "cvt.u32.u16 %r3, %h4;",
        SURFACE, 0x77889944, 0x99, 0x9944, 0x7788);
    CHECK_WORDS(
        "mov.u64 %x1, 0x123456789abcdef0; sust.b.2d.v2.b64.trap [%x0, {0, 2}], {%x1, %x0}; "
        "suld.b.2d.v2.b64.trap {%x2, %x3}, [%x0, {0, 2}]; xor.b64 %x3, %x3, %x0; mov.b64 {%r0, %r1}, %x2; "
        "mov.b64 {%r2, %r3}, %x3;",
        SURFACE, 0x9abcdef0, 0x12345678, 0, 0);
    CHECK_RESULT("suld.b.2d.v4.b32.trap " RESULT ", [%x0, {0, 3}];", SURFACE, 30, 31, 32, 33);
}

TEST(surface_bounds) {
    CHECK_RESULT(
        "suld.b.2d.v2.b32.zero {%r0, %r1}, [%x0, {12, 1}]; suld.b.2d.b32.clamp {%r2}, [%x0, {400, 1}]; "
        "suld.b.2d.b32.clamp {%r3}, [%x0, {-4, 99}];",
        SURFACE, 0, 0, 13, 30);
    CHECK_RESULT(
        "mov.u32 %r4, 7; sust.b.2d.b32.zero [%x0, {16, 1}], {%r4}; sust.b.2d.b32.clamp [%x0, {-8, 0}], "
        "{%r4}; suld.b.2d.v4.b32.trap " RESULT ", [%x0, {0, 2}];",
        SURFACE, 20, 21, 22, 23);
    CHECK_WORDS(
        "mov.u32 %r4, 7; sust.b.2d.b32.clamp [%x0, {-8, 0}], {%r4}; suld.b.2d.b32.trap {%r0}, [%x0, {0, 0}];",
        SURFACE, 7, 0, 0, 0);
}

static void check_finding(const char *piece, Check check, const char *message) {
    static const u64 room[OBJECTS];
    PtxRun run = {.body = piece,
                  .in = room,
                  .in_count = OBJECTS,
                  .out_count = 1,
                  .prepare = prepare,
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, check);
    CHECK_HAS(run.message, message);
}

TEST(findings) {
    check_finding("ld.u64 %x0, [%in+48]; suld.b.2d.b32.trap {%r0}, [%x0, {16, 1}];", CHECK_OUT_OF_BOUNDS,
                  "at byte 16, but the surface has 16 bytes a row");
    check_finding("ld.u64 %x0, [%in+48]; suld.b.2d.b32.trap {%r0}, [%x0, {0, -1}];", CHECK_OUT_OF_BOUNDS,
                  "at row -1");
    check_finding("ld.u64 %x0, [%in+48]; suld.b.2d.b32.trap {%r0}, [%x0, {2147483647, 0}];",
                  CHECK_OUT_OF_BOUNDS, "at byte 2147483647");
    check_finding("ld.u64 %x0, [%in+48]; suld.b.2d.b32.trap {%r0}, [%x0, {2, 1}];", CHECK_MISALIGNED,
                  "at byte 2");
    check_finding("ld.u64 %x0, [%in+48]; tex.2d.v4.f32.f32 " RESULT ", [%x0, {%r4, %r5}];",
                  CHECK_OUT_OF_BOUNDS, "a surface object as if");
    check_finding("ld.u64 %x0, [%in]; tex.3d.v4.f32.f32 " RESULT ", [%x0, {%r4, %r5, %r5, %r5}];",
                  CHECK_OUT_OF_BOUNDS, "stands for a 2D array");
    check_finding("mov.u64 %x0, 5; txq.width.b32 %r0, [%x0];", CHECK_OUT_OF_BOUNDS,
                  "0x5, which is not a texture object");
}

// One texel of four channels, whose bytes are given, in formats by number: see `formats`.
static const struct {
    TexelFormat format;
    bool normalized, srgb;
    u8 bytes[16];
} formats[] = {
    {{4, 8, WARPSIM_UNSIGNED}, false, false, {1, 2, 254, 255}},
    {{4, 8, WARPSIM_SIGNED}, false, false, {1, 0x80, 0xff, 127}},
    {{4, 8, WARPSIM_UNSIGNED}, true, false, {0, 51, 102, 255}},
    {{4, 8, WARPSIM_SIGNED}, true, false, {0x80, 0x81, 0, 127}},
    {{2, 16, WARPSIM_UNSIGNED}, true, false, {0xff, 0xff, 0x33, 0x33}},
    {{1, 16, WARPSIM_SIGNED}, true, false, {0, 0x80}},
    {{2, 16, WARPSIM_FLOAT}, true, false, {0, 0x3c, 0, 0xc1}},
    {{2, 32, WARPSIM_SIGNED}, true, false, {0xff, 0xff, 0xff, 0xff, 9}}, // 32 bits stay integers
    {{4, 8, WARPSIM_UNSIGNED}, true, true, {255, 10, 0, 51}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static void prepare_formats(Warpsim *s, u64 *in) {
    for (u32 i = 0; i < FORMATS; i++) {
        Texture t = {.shape = WARPSIM_1D,
                     .format = formats[i].format,
                     .normalized_values = formats[i].normalized && formats[i].format.bits < 32,
                     .srgb = formats[i].srgb,
                     .level_count = 1,
                     .level = {image_in(s, 16, 1, 1, 1)}};
        memcpy(arena_at(s->arena, t.level[0].address), formats[i].bytes, 16);
        in[i] = texture_add(textures_of(s), &t);
    }
}

TEST(formats) {
    static const u64 room[FORMATS];
    PtxRun run = {.body = "mad.wide.u32 %x1, %i, 8, %in; ld.u64 %x0, [%x1];\n" // a texture a lane
                          "tex.1d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%x0, {0}];\n"
                          "mad.wide.u32 %x2, %i, 16, %out; st.v4.u32 [%x2], {%r0, %r1, %r2, %r3};",
                  .block = {FORMATS},
                  .in = room,
                  .in_count = FORMATS,
                  .out_count = 2 * FORMATS,
                  .prepare = prepare_formats};
    if (!run_ptx(&run)) return;
    const u32 one = bits_of(1), minus_one = bits_of(-1);
    const u32 expected[FORMATS][4] = {
        {1, 2, 254, 255},
        {1, (u32)-128, (u32)-1, 127},
        {0, bits_of(51 / 255.f), bits_of(102 / 255.f), one},
        {minus_one, minus_one, 0, one},
        {one, bits_of(0x3333 / 65535.f), 0, one},
        {minus_one, 0, 0, one},
        {one, bits_of(-2.5f), 0, one},
        {(u32)-1, 9, 0, 1},
        {one, bits_of((f32)(10 / 255.f / 12.92)), 0, bits_of(51 / 255.f)},
    };
    u32 words[FORMATS][4];
    memcpy(words, run.out, sizeof words);
    for (u32 i = 0; i < FORMATS; i++)
        for (u32 c = 0; c < 4; c++) CHECK_EQ(words[i][c], expected[i][c]);
}

// A handle is good until it is removed, and never again, though its place is.
TEST(handles) {
    TextureTable table = {0};
    const Texture t = {.shape = WARPSIM_1D}, surface = {.shape = WARPSIM_2D, .is_surface = true};
    const u64 a = texture_add(&table, &t), b = texture_add(&table, &surface);
    CHECK(a && b && a != b);
    CHECK_EQ(texture_find(&table, a)->shape, WARPSIM_1D);
    CHECK(!texture_remove(&table, b, false));
    CHECK(texture_remove(&table, a, false));
    CHECK(!texture_remove(&table, a, false));
    CHECK(!texture_find(&table, a) && texture_was_destroyed(&table, a));
    const u64 again = texture_add(&table, &t);
    CHECK(again != a && !texture_find(&table, a) && texture_was_destroyed(&table, a));
    CHECK(!texture_was_destroyed(&table, again) && !texture_was_destroyed(&table, 0));
    for (u32 i = 0; i < 64; i++) CHECK(!texture_find(&table, 1ull << i));
    Arena *arena = arena_new(1 << 20);
    const Allocation *kept = arena_allocate(arena, 64);
    const u64 c = texture_add(&table, &(Texture){.level[0].address = kept->base});
    texture_forget_freed(&table, arena);
    CHECK(!texture_find(&table, again) && !texture_find(&table, b) && texture_find(&table, c));
    CHECK(arena_release(arena, kept->base));
    texture_forget_freed(&table, arena);
    CHECK(!texture_find(&table, c));
    texture_table_free(&table);
    arena_free(arena);
}

CHECK_MAIN()

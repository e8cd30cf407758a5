// Loads and stores: every width and vector form, in every space, generic addresses, qualifiers, odd address
// patterns.
#include "tests/warpsim/check_instruction.h"

typedef struct {
    const char *name;
    int size;
    bool is_signed;
} Type;

static const Type types[] = {
    {"b8", 1, false},  {"u8", 1, false},  {"s8", 1, true},   {"b16", 2, false},
    {"u16", 2, false}, {"s16", 2, true},  {"b32", 4, false}, {"u32", 4, false},
    {"s32", 4, true},  {"b64", 8, false}, {"u64", 8, false}, {"s64", 8, true},
};

static u64 element(const u8 *from, const Type *t) {
    u64 v = 0;
    memcpy(&v, from, (size_t)t->size);
    const int up = 64 - 8 * t->size;
    return t->is_signed ? (u64)((s64)(v << up) >> up) : v;
}

enum { THREADS = 40, WORDS = 8 }; // words a thread that come back: 4 loaded, 2 stored

// Puts 16 bytes of input to where `place` (which sets %q0) says, loads them as n elements of the type, stores
// these 16 bytes further on, and fetches what is there then.
static void check_form(const char *declarations, const char *place, const char *load, const char *store,
                       const Type *t, int n) {
    static const char *const lists[] = {"%x0", "{%x0, %x1}", "", "{%x0, %x1, %x2, %x3}"};
    static const char *const vectors[] = {"", ".v2", "", ".v4"};
    char body[2000];
    snprintf(body, sizeof body,
             "mad.wide.u32 %%x10, %%i, 16, %%in; mad.wide.u32 %%x11, %%i, %d, %%out; %s\n"
             "ld.b64 %%x12, [%%x10]; ld.b64 %%x13, [%%x10+8]; mov.b64 %%x14, 0x1111111111111111;\n"
             "st%s.b64 [%%q0], %%x12; st%s.b64 [%%q0+8], %%x13; st%s.b64 [%%q0+16], %%x14; st%s.b64 "
             "[%%q0+24], %%x14;\n"
             "mov.b64 %%x0, 0; mov.b64 %%x1, 0; mov.b64 %%x2, 0; mov.b64 %%x3, 0;\n"
             "ld%s%s.%s %s, [%%q0];\nst%s%s.%s [%%q0+16], %s;\n"
             "ld%s.b64 %%x12, [%%q0+16]; ld%s.b64 %%x13, [%%q0+24];\n"
             "st.v2.b64 [%%x11], {%%x0, %%x1}; st.v2.b64 [%%x11+16], {%%x2, %%x3}; st.v2.b64 [%%x11+32], "
             "{%%x12, %%x13};",
             8 * WORDS, place, store, store, store, store, load, vectors[n - 1], t->name, lists[n - 1], store,
             vectors[n - 1], t->name, lists[n - 1], load, load);
    u64 in[2 * THREADS];
    rows.random = 77;
    for (int i = 0; i < 2 * THREADS; i++) in[i] = random_64();
    PtxRun run = {.declarations = declarations,
                  .body = body,
                  .grid = {2},
                  .block = {THREADS / 2},
                  .in = in,
                  .in_count = 2 * THREADS,
                  .out_count = THREADS * WORDS};
    if (!run_ptx(&run)) return;
    for (int i = 0; i < THREADS; i++) {
        const u8 *from = (const u8 *)&in[2 * i];
        u8 stored[16];
        memset(stored, 0x11, sizeof stored);
        memcpy(stored, from, (size_t)(n * t->size));
        for (int k = 0; k < 4; k++)
            CHECK_EQ(run.out[i * WORDS + k], k < n ? element(from + k * t->size, t) : 0);
        CHECK(memcmp(&run.out[i * WORDS + 4], stored, sizeof stored) == 0);
    }
}

static void check_forms(const char *declarations, const char *place, const char *load, const char *store) {
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int n = 1; n <= 4; n *= 2)
            if (n * types[t].size <= 16) check_form(declarations, place, load, store, &types[t], n);
}

// 32 bytes a thread in each space.
#define GLOBAL_DATA  ".global .align 16 .b8 data[2048];"
#define SHARED_DATA  ".shared .align 16 .b8 data[1024];"
#define GLOBAL_PLACE "mov.u64 %q0, data; mad.wide.u32 %q0, %i, 32, %q0;"
#define SHARED_PLACE "mov.u32 %r0, %tid.x; mov.u64 %q0, data; mad.wide.u32 %q0, %r0, 32, %q0;"
#define LOCAL_PLACE  ".local .align 16 .b8 data[32]; mov.u64 %q0, data;"

TEST(global) {
    check_forms(GLOBAL_DATA, GLOBAL_PLACE, ".global", ".global");
}

TEST(shared) {
    check_forms(SHARED_DATA, SHARED_PLACE, ".shared", ".shared");
    check_forms(SHARED_DATA, SHARED_PLACE, ".shared::cta", ".shared::cta");
}

TEST(local) {
    check_forms(NULL, LOCAL_PLACE, ".local", ".local");
}

TEST(generic_to_global) {
    check_forms(GLOBAL_DATA, GLOBAL_PLACE " cvta.global.u64 %q0, %q0;", "", "");
}

TEST(generic_to_shared) {
    check_forms(SHARED_DATA, SHARED_PLACE " cvta.shared.u64 %q0, %q0;", "", "");
}

TEST(generic_to_local) {
    check_forms(NULL, LOCAL_PLACE " cvta.local.u64 %q0, %q0;", "", "");
}

TEST(generic_and_back) {
    check_forms(SHARED_DATA, SHARED_PLACE " cvta.shared.u64 %q0, %q0; cvta.to.shared.u64 %q0, %q0;",
                ".shared", ".shared");
    check_forms(NULL, LOCAL_PLACE " cvta.local.u64 %q0, %q0; cvta.to.local.u64 %q0, %q0;", ".local",
                ".local");
    check_forms(GLOBAL_DATA, GLOBAL_PLACE " cvta.global.u64 %q0, %q0; cvta.to.global.u64 %q0, %q0;",
                ".global", ".global");
}

TEST(qualifiers) {
    check_forms(GLOBAL_DATA, GLOBAL_PLACE, ".volatile.global", ".volatile.global");
    check_forms(SHARED_DATA, SHARED_PLACE, ".volatile.shared", ".volatile.shared");
    const Type word = {"u32", 4, false};
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".relaxed.gpu.global", ".relaxed.sys.global", &word, 1);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".acquire.gpu.global", ".release.gpu.global", &word, 1);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".global.ca", ".global.wb", &word, 4);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".global.cg", ".global.cg", &word, 2);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".global.cs", ".global.cs", &word, 2);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".global.cv", ".global.wt", &word, 1);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".weak.global", ".weak.global", &word, 1);
    check_form(GLOBAL_DATA, GLOBAL_PLACE, ".global.L1::evict_last", ".global.L1::no_allocate", &word, 1);
}

TEST(shared_by_a_32_bit_address) {
    PtxRun run = {
        .declarations = ".shared .align 4 .b8 data[256];",
        .body =
            "mov.u32 %r0, data; shl.b32 %r1, %i, 2; add.u32 %r0, %r0, %r1; mul.lo.u32 %r2, %i, 77;\n"
            "st.shared.u32 [%r0], %r2; ld.shared.u32 %r3, [%r0]; cvt.u64.u32 %x0, %r3; st.u64 [%mine], %x0;",
        .block = {64},
        .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], i * 77);
}

// A 32-bit address wraps: data[i - 1 + 2] with the index of thread 0 before the start.
TEST(a_32_bit_address_wraps) {
    PtxRun run = {.declarations = ".shared .align 4 .b8 data[264];",
                  .body =
                      "mov.u32 %r0, data; shl.b32 %r1, %i, 2; add.u32 %r0, %r0, %r1; sub.u32 %r0, %r0, 4;\n"
                      "mul.lo.u32 %r2, %i, 77; st.shared.u32 [%r0+8], %r2; ld.shared.u32 %r3, [%r0+8];\n"
                      "atom.shared.add.u32 %r4, [%r0+8], 1; add.u32 %r3, %r3, %r4; cvt.u64.u32 %x0, %r3; "
                      "st.u64 [%mine], %x0;",
                  .block = {64},
                  .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], i * 154);
}

TEST(read_only_loads) {
    CHECK_EACH("mad.wide.u32 %x0, %i, 32, %in; ld.global.nc.u64 %d, [%x0];", "dd", a);
    CHECK_EACH(
        "mad.wide.u32 %x0, %i, 32, %in; ld.global.nc.v2.u32 {%r0, %r1}, [%x0]; mov.b64 %d, {%r0, %r1};", "dd",
        a);
    CHECK_EACH("mad.wide.u32 %x0, %i, 32, %in; ld.global.nc.L1::evict_last.L2::128B.s16 %d, [%x0+2];", "wd",
               (s64)(s16)(a >> 16));
    CHECK_EACH("prefetch.global.L1 [%in]; prefetchu.L1 [%in]; mov.b64 %d, %a;", "dd", a);
}

TEST(sinks_in_vectors) {
    CHECK_EACH("mad.wide.u32 %x0, %i, 32, %in; ld.v4.u16 {_, %h0, _, %h1}, [%x0]; mov.b32 %d, {%h0, %h1};",
               "wd", (a >> 16 & 0xffff) | a >> 48 << 16);
}

// The registers of the address may be among those that are loaded.
TEST(address_is_overwritten) {
    CHECK_EACH("mad.wide.u32 %x0, %i, 32, %in; ld.u64 %x0, [%x0]; mov.b64 %d, %x0;", "dd", a);
    CHECK_EACH("mad.wide.u32 %x0, %i, 32, %in; ld.global.v2.u64 {%x0, %x1}, [%x0]; add.u64 %d, %x0, %x1;",
               "ddd", a + b);
    CHECK_EACH("mad.wide.u32 %x0, %i, 32, %in; ld.global.v2.u64 {%x1, %x0}, [%x0]; sub.u64 %d, %x0, %x1;",
               "ddd", b - a);
    CHECK_EACH(".local .align 8 .b64 l[2]; st.local.v2.u64 [l], {%a, %b}; mov.u64 %x0, l; ld.local.v2.u64 "
               "{%x0, %x1}, [%x0]; "
               "sub.u64 %d, %x0, %x1;",
               "ddd", a - b);
}

// Each thread reads another's word: neighbours, all the same one, reversed, scattered, in pairs.
TEST(patterns_of_addresses) {
    static const struct {
        const char *index; // of %i, in %r0
        u32 multiply, add;
    } patterns[] = {{"mov.u32 %r0, %i;", 1, 0},
                    {"mov.u32 %r0, 5;", 0, 5},
                    {"sub.u32 %r0, 63, %i;", 63, 63},
                    {"mul.lo.u32 %r0, %i, 37; and.b32 %r0, %r0, 63;", 37, 0},
                    {"and.b32 %r0, %i, 62;", 0, 0}};
    u64 in[64];
    for (u32 i = 0; i < 64; i++) in[i] = 0x0101010101010101ull * (i + 1);
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
        for (int space = 0; space < 2; space++)
            for (int size = 1; size <= 8; size *= 2) {
                char body[600];
                snprintf(body, sizeof body,
                         "mad.wide.u32 %%x0, %%i, 8, %%in; ld.u64 %%x1, [%%x0]; mov.u64 %%x2, data;\n"
                         "mad.wide.u32 %%x3, %%i, 8, %%x2; st.shared.u64 [%%x3], %%x1; bar.sync 0;\n"
                         "%s mad.wide.u32 %%x3, %%r0, 8, %s;\nld.%s.u%d %%x4, [%%x3]; st.u64 [%%mine], %%x4;",
                         patterns[k].index, space ? "%x2" : "%in", space ? "shared" : "global", 8 * size);
                PtxRun run = {.declarations = ".shared .align 8 .b8 data[512];",
                              .body = body,
                              .block = {64},
                              .in = in,
                              .in_count = 64,
                              .out_count = 64};
                if (!run_ptx(&run)) return;
                for (u32 i = 0; i < 64; i++) {
                    const u32 from = k == 4 ? i & 62 : (patterns[k].multiply * i + patterns[k].add) & 63;
                    CHECK_EQ(run.out[i], in[from] & (~0ull >> (64 - 8 * size)));
                }
            }
}

// Lanes that reach different spaces by one generic load and store.
TEST(mixed_generic) {
    PtxRun run = {.declarations = ".shared .align 8 .b8 s[1024]; .global .align 8 .b8 g[1024];",
                  .body =
                      ".local .align 8 .b8 l[8]; rem.u32 %r0, %i, 3;\n"
                      "mov.u64 %x0, s; mad.wide.u32 %x0, %i, 8, %x0; cvta.shared.u64 %x0, %x0;\n"
                      "mov.u64 %x1, g; mad.wide.u32 %x1, %i, 8, %x1; cvta.global.u64 %x1, %x1;\n"
                      "mov.u64 %x2, l; cvta.local.u64 %x2, %x2;\n"
                      "setp.eq.u32 %p0, %r0, 0; setp.eq.u32 %p1, %r0, 1;\n"
                      "selp.b64 %x3, %x0, %x1, %p0; selp.b64 %x3, %x3, %x2, %p0; @%p1 mov.u64 %x3, %x1;\n"
                      "mul.wide.u32 %x4, %i, 1000; st.u64 [%x3], %x4; ld.u64 %x5, [%x3]; ld.u32 %x6, [%x3];\n"
                      "add.u64 %x5, %x5, %x6; st.u64 [%mine], %x5;",
                  .block = {64},
                  .out_count = 64};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 64; i++) CHECK_EQ(run.out[i], 2000 * i);
}

// CUB's merges read one element past their tile and do not use it; the user's own code is told.
TEST(unwritten_shared_memory_by_file) {
    static const char *const files[] = {".file 1 \"/opt/cuda/include/cub/merge.cuh\"\n",
                                        ".file 1 \"cub/merge.cu\"\n"};
    for (int own = 0; own < 2; own++) {
        PtxRun run = {.declarations = files[own],
                      .body = ".shared .align 4 .b32 tile[8];\n.loc 1 98 3\nld.shared.b32 %r0, [tile+4];\n"
                              "setp.eq.u32 %p0, %r0, 1; @%p0 bra done; done: st.u64 [%mine], 1;",
                      .out_count = 1,
                      .expects_finding = own};
        if (!run_ptx(&run)) return;
        if (own) CHECK_EQ(run.check, CHECK_UNINITIALISED);
        CHECK_EQ(run.out[0], 1);
    }
}

CHECK_MAIN()

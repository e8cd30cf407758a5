// Module variables: initial values, zeros, addresses as initial values, constant memory, shared memory,
// moves.
#include "tests/warpsim/check_instruction.h"

static u64 one_word(const char *declarations, const char *body) {
    PtxRun run = {.declarations = declarations, .body = body, .out_count = 1};
    return run_ptx(&run) ? run.out[0] : 0xbad;
}

TEST(initial_values) {
    static const char *const declarations = ".global .align 4 .u32 g[4] = {1, 2, 0x80000000};\n"
                                            ".const .align 2 .s16 c[3] = {-1, 2, -3};\n"
                                            ".global .align 8 .f64 d = 0d3FF8000000000000;\n"
                                            ".const .align 4 .f32 f[2] = {0f3F800000, 2.5};\n"
                                            ".global .align 1 .b8 text[6] = {104, 101, 108, 108, 111, 0};\n"
                                            ".global .align 8 .u64 zero[2];\n";
    CHECK_EQ(one_word(declarations, "ld.global.u32 %r0, [g+8]; cvt.u64.u32 %x0, %r0; st.u64 [%out], %x0;"),
             0x80000000);
    CHECK_EQ(one_word(declarations, "ld.global.u32 %r0, [g+12]; cvt.u64.u32 %x0, %r0; st.u64 [%out], %x0;"),
             0);
    CHECK_EQ(one_word(declarations, "ld.const.s16 %x0, [c+4]; st.u64 [%out], %x0;"), -3);
    CHECK_EQ(one_word(declarations, "ld.global.u64 %x0, [d]; st.u64 [%out], %x0;"), 0x3ff8000000000000);
    CHECK_EQ(one_word(declarations, "ld.const.u64 %x0, [f]; st.u64 [%out], %x0;"), 0x402000003f800000);
    CHECK_EQ(one_word(declarations, "ld.global.u8 %x0, [text+4]; st.u64 [%out], %x0;"), 'o');
    CHECK_EQ(one_word(declarations, "ld.global.u64 %x0, [zero+8]; st.u64 [%out], %x0;"), 0);
}

TEST(constant_memory) {
    static const char *const declarations = ".const .align 8 .b32 table[64] = {3, 1, 4, 1, 5, 9, 2, 6};";
    // Each thread its own element; all the same; through a generic address; as a vector.
    PtxRun run = {
        .declarations = declarations,
        .body =
            "mov.u64 %x0, table; and.b32 %r0, %i, 7; mad.wide.u32 %x1, %r0, 4, %x0;\n"
            "ld.const.u32 %r1, [%x1]; ld.const.u32 %r2, [table+20]; ld.const.v2.u32 {%r3, %r4}, [%x0+8];\n"
            "cvta.const.u64 %x2, %x1; ld.u32 %r5, [%x2];\n"
            "mad.lo.u32 %r6, %r1, 1000, %r5; mad.lo.u32 %r6, %r2, 1000000, %r6; add.u32 %r6, %r6, %r4;\n"
            "cvt.u64.u32 %x3, %r6; st.u64 [%mine], %x3;",
        .block = {32},
        .out_count = 32};
    static const u32 digits[] = {3, 1, 4, 1, 5, 9, 2, 6};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 32; i++) CHECK_EQ(run.out[i], digits[i & 7] * 1001 + 9000000 + 1);
}

TEST(addresses_as_initial_values) {
    static const char *const declarations =
        ".global .align 4 .u32 numbers[4] = {10, 11, 12, 13};\n"
        ".global .align 8 .u64 plain = numbers;\n"
        ".global .align 8 .u64 further[2] = {generic(numbers)+8, generic(plain)};\n"
        ".const .align 8 .u64 constant[1] = {generic(numbers)+12};\n";
    CHECK_EQ(
        one_word(declarations, "ld.global.u64 %x0, [plain]; ld.global.u32 %x1, [%x0+4]; st.u64 [%out], %x1;"),
        11);
    CHECK_EQ(one_word(declarations, "ld.global.u64 %x0, [further]; ld.u32 %x1, [%x0]; st.u64 [%out], %x1;"),
             12);
    CHECK_EQ(one_word(declarations,
                      "ld.global.u64 %x0, [further+8]; ld.u64 %x0, [%x0]; ld.global.u32 %x1, [%x0];"
                      "st.u64 [%out], %x1;"),
             10);
    CHECK_EQ(one_word(declarations, "ld.const.u64 %x0, [constant]; ld.u32 %x1, [%x0]; st.u64 [%out], %x1;"),
             13);
}

// Virtual tables look so: structures with the addresses of functions.
TEST(addresses_of_functions_as_initial_values) {
    static const char *const declarations =
        ".func (.param .b32 r) twice(.param .b32 v);\n.func (.param .b32 r) square(.param .b32 v);\n"
        ".global .align 8 .u64 table[2] = {twice, square};\n"
        ".func (.param .b32 r) twice(.param .b32 v) { .reg .b32 %a; ld.param.b32 %a, [v]; add.u32 %a, %a, %a;"
        " st.param.b32 [r], %a; ret; }\n"
        ".func (.param .b32 r) square(.param .b32 v) { .reg .b32 %a; ld.param.b32 %a, [v]; mul.lo.u32 %a, "
        "%a, %a;"
        " st.param.b32 [r], %a; ret; }\n";
    PtxRun run = {.declarations = declarations,
                  .body = "and.b32 %r0, %i, 1; mov.u64 %x0, table; mad.wide.u32 %x0, %r0, 8, %x0; "
                          "ld.global.u64 %x1, [%x0];\n"
                          "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %i;\n"
                          "shape: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                          "call (b), %x1, (a), shape; ld.param.b32 %r1, [b]; }\n"
                          "cvt.u64.u32 %x2, %r1; st.u64 [%mine], %x2;",
                  .block = {40},
                  .out_count = 40};
    if (!run_ptx(&run)) return;
    for (u32 i = 0; i < 40; i++) CHECK_EQ(run.out[i], i & 1 ? i * i : 2 * i);
}

TEST(shared_variables) {
    // One of the module, one of the kernel, and dynamic memory behind both; alignments kept.
    PtxRun run = {
        .declarations =
            ".shared .align 1 .b8 odd[3]; .shared .align 8 .b64 wide; .extern .shared .align 16 .b8 rest[];"
            ".extern .shared .align 4 .b32 same[];",
        .body = ".shared .align 16 .b8 own[20]; .shared .align 4 .b32 word;\n"
                "mov.b64 %x0, 0x1122334455667788; st.shared.b64 [wide], %x0; st.shared.b8 [odd+2], 7;\n"
                "st.shared.v4.b32 [own], {%i, %i, %i, %i}; st.shared.b32 [word], 99;\n"
                "mov.u64 %x1, rest; st.shared.v2.b64 [%x1+16], {%x0, %x0}; st.shared.b32 [rest+40], 5;\n"
                "ld.shared.b32 %r0, [same+16]; ld.shared.b32 %r1, [same+40]; ld.shared.b32 %r2, [word];\n"
                "ld.shared.u8 %r3, [odd+2]; ld.shared.b32 %r4, [own+12]; ld.shared.b64 %x2, [wide];\n"
                "cvt.u64.u32 %x3, %r0; st.u64 [%out], %x3; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;\n"
                "add.u32 %r1, %r1, %r4; cvt.u64.u32 %x3, %r1; st.u64 [%out+8], %x3; st.u64 [%out+16], %x2;\n"
                "mov.u32 %r5, %dynamic_smem_size; cvt.u64.u32 %x3, %r5; st.u64 [%out+24], %x3;",
        .dynamic_shared = 64,
        .out_count = 4};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.out[0], 0x55667788);
    CHECK_EQ(run.out[1], 5 + 99 + 7 + 0);
    CHECK_EQ(run.out[2], 0x1122334455667788);
    CHECK_EQ(run.out[3], 64);
}

TEST(much_dynamic_shared_memory) {
    PtxRun run = {
        .declarations = ".extern .shared .align 16 .b8 rest[];",
        .body = "st.shared.u32 [rest+199996], 123; ld.shared.u32 %x0, [rest+199996]; st.u64 [%out], %x0;",
        .dynamic_shared = 200000,
        .out_count = 1};
    if (run_ptx(&run)) CHECK_EQ(run.out[0], 123);
}

TEST(space_of_an_address) {
    PtxRun run = {.declarations = ".shared .b32 s; .global .b32 g;",
                  .body = ".local .b32 l; mov.u64 %x0, s; cvta.shared.u64 %x0, %x0; mov.u64 %x1, g; "
                          "cvta.global.u64 %x1, %x1;\n"
                          "mov.u64 %x2, l; cvta.local.u64 %x2, %x2; mov.u32 %r0, 0;\n"
                          "isspacep.shared %p0, %x0; @%p0 or.b32 %r0, %r0, 1; isspacep.shared %p0, %x1; @%p0 "
                          "or.b32 %r0, %r0, 2;\n"
                          "isspacep.global %p0, %x1; @%p0 or.b32 %r0, %r0, 4; isspacep.global %p0, %x2; @%p0 "
                          "or.b32 %r0, %r0, 8;\n"
                          "isspacep.local %p0, %x2; @%p0 or.b32 %r0, %r0, 16; isspacep.local %p0, %x0; @%p0 "
                          "or.b32 %r0, %r0, 32;\n"
                          "cvt.u64.u32 %x3, %r0; st.u64 [%out], %x3;",
                  .out_count = 1};
    if (run_ptx(&run)) CHECK_EQ(run.out[0], 1 + 4 + 16);
}

TEST(packing_and_unpacking) {
    CHECK_EACH("mov.b32", "ww", a);
    CHECK_EACH("mov.b64", "dd", a);
    CHECK_EACH("mov.b16", "hh", a);
    CHECK_EACH("mov.f32", "ff", a);
    CHECK_EACH("mov.f64", "gg", a);
    CHECK_EACH("mov.b64 %d, {%a, %b};", "dww", a | b << 32);
    CHECK_EACH("mov.b32 %d, {%a, %b};", "whh", a | b << 16);
    CHECK_EACH("mov.b64 %d, {%a, %b, %c, %e};", "dhhhh", a | b << 16 | c << 32 | e << 48);
    CHECK_EACH("mov.b64 {%r0, %r1}, %a; sub.u32 %d, %r1, %r0;", "wd", (a >> 32) - a);
    CHECK_EACH("mov.b32 {%h0, %h1}, %a; sub.u16 %d, %h1, %h0;", "hw", (a >> 16) - a);
    CHECK_EACH("mov.b64 {%h0, %h1, %h2, %h3}, %a; mov.b32 %d, {%h3, %h1};", "wd",
               a >> 48 | (a >> 16 & 0xffff) << 16);
    CHECK_EACH("mov.b64 {_, %r0}, %a; mov.b32 %d, %r0;", "wd", a >> 32);
    CHECK_EACH("mov.b32 {%h0, _}, %a; mov.b16 %d, %h0;", "hw", a);
    CHECK_EACH("mov.b32 %r0, %a; mov.b64 {%r0, %r1}, %b; mov.b64 %d, {%r1, %r0};", "dwd", b >> 32 | b << 32);
    CHECK_EACH("mov.b32 %d, {%a, 0};", "wh", a);
    CHECK_EACH("mov.b64 %d, {0, %a};", "dw", a << 32);
}

CHECK_MAIN()
